"""Reports: roll-ups, figures of periods, the books for the tax authority, exports and mails."""
