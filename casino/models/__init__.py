"""Models of users, requests about accounts, sign-ins, tablets, jobs, stored answers, setup codes and live versions."""

from casino.models.account_requests import AccountRequest
from casino.models.answers import StoredAnswer
from casino.models.confirmations import Confirmation
from casino.models.devices import Device, PinMisses
from casino.models.jobs import Job, JobFile, JobFilePart, Pulse
from casino.models.live import DeskCounter
from casino.models.logins import LoginEvent
from casino.models.recovery import RecoveryCode
from casino.models.security import SecurityEvent
from casino.models.sessions import Session
from casino.models.setup import SetupCode
from casino.models.users import User

__all__ = [
    "AccountRequest",
    "Confirmation",
    "DeskCounter",
    "Device",
    "Job",
    "JobFile",
    "JobFilePart",
    "LoginEvent",
    "PinMisses",
    "Pulse",
    "RecoveryCode",
    "SecurityEvent",
    "Session",
    "SetupCode",
    "StoredAnswer",
    "User",
]
