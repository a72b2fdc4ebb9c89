"""The pages of people: accounts, sign-in, rights, devices and tablets, alarms about them."""
