"""The common manners of server-rendered pages: who may see one, how it polls, how a form runs a use case once."""
