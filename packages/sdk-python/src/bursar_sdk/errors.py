"""What can go wrong: the service refused a request, or there was no answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class FailedRequest:
    """What every error of a request says about that request."""

    operation: str
    """Method and path of the operation, such as `POST /transfer`."""
    request_id: str
    """Of every attempt, also of those that got no answer: the service's log has it."""
    idempotency_key: str | None
    """The key that every attempt had, if the operation takes one."""
    may_have_succeeded: bool = False
    """Whether the request may have had its effect although there is an error: an attempt got no answer, or one that
    does not say. Send it again with `idempotency_key` to find out: what was done is not done twice."""

    def unclear(self) -> FailedRequest:
        return replace(self, may_have_succeeded=True)


class BursarError(Exception):
    """Anything that ends a request without a result."""

    def __init__(self, message: str, request: FailedRequest) -> None:
        super().__init__(message)
        self.message = message
        self.operation = request.operation
        self.request_id = request.request_id
        self.idempotency_key = request.idempotency_key
        self.may_have_succeeded = request.may_have_succeeded

    def __str__(self) -> str:
        return f"{self.message} (request {self.request_id})"


class ConnectionFailedError(BursarError):
    """No answer: the network failed, or something other than Bursar answered. `__cause__` has the details."""


class RequestTimeoutError(ConnectionFailedError):
    """No answer within the client's `timeout`."""


class APIError(BursarError):
    """The service refused the request. Branch on `error_code`; show `message`, which may change.

    `error_code` is None if another server answered, such as a proxy. `details` has what the error says, such as
    `fields`, `requiredScope`, or `transactionId`. `retry_after` is in seconds.
    """

    def __init__(
        self,
        message: str,
        request: FailedRequest,
        *,
        status: int,
        details: dict[str, Any],
        retry_after: float | None,
    ) -> None:
        super().__init__(message, request)
        code = details.get("errorCode")
        self.status = status
        self.error_code: str | None = code if isinstance(code, str) else None
        self.details = details
        self.retry_after = retry_after


class ValidationError(APIError):
    """400, 405, 413, 415, and 431: sent again unchanged, the request is refused again."""


class AuthenticationError(APIError):
    """401: the token is missing, wrong, expired, or not allowed from this address."""


class PermissionDeniedError(APIError):
    """403: the token may not do this."""


class NotFoundError(APIError):
    """404: nothing with this ID exists in the organization."""


class ConflictError(APIError):
    """409: the state of the resource does not allow it, or the idempotency key was used for another request."""


class RateLimitError(APIError):
    """429, also after the retries. `retry_after` says when it can be sent again."""


class ServerError(APIError):
    """408, 500, and above, also after the retries."""


_FAMILIES: dict[int, type[APIError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    408: ServerError,
    409: ConflictError,
    429: RateLimitError,
}


def api_error(request: FailedRequest, *, status: int, details: dict[str, Any], retry_after: float | None) -> APIError:
    """The error of an answer, of the family that its status belongs to."""
    family = _FAMILIES.get(status, ValidationError if status < 500 else ServerError)
    message = details.get("message")
    text = message if isinstance(message, str) else f"The server answered with status {status}."
    return family(text, request, status=status, details=details, retry_after=retry_after)
