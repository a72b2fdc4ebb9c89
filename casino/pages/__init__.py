"""Shared parts of server-rendered pages: access, polling, and forms that run a use case once."""
