"""A client of Bursar, a self-hosted payments service: begin with `Bursar`. Its types are in `bursar_sdk.models`."""

from . import webhooks
from .client import AsyncBursar, Bursar
from .errors import (
    APIError,
    AuthenticationError,
    BursarError,
    ConflictError,
    ConnectionFailedError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    RequestTimeoutError,
    ServerError,
    ValidationError,
)
from .journal import JournalError
from .pages import AsyncPage, Page
from .pay_many import PayManyResult, PaymentRow, Progress, RowProblem, RowResult, RowsError
from .types import UNSET, File

__all__ = (
    "UNSET",
    "APIError",
    "AsyncBursar",
    "AsyncPage",
    "AuthenticationError",
    "Bursar",
    "BursarError",
    "ConflictError",
    "ConnectionFailedError",
    "File",
    "JournalError",
    "NotFoundError",
    "Page",
    "PayManyResult",
    "PaymentRow",
    "PermissionDeniedError",
    "Progress",
    "RateLimitError",
    "RequestTimeoutError",
    "RowProblem",
    "RowResult",
    "RowsError",
    "ServerError",
    "ValidationError",
    "webhooks",
)
