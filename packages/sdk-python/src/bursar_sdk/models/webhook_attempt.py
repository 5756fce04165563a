from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.webhook_attempt_outcome import WebhookAttemptOutcome, check_webhook_attempt_outcome

T = TypeVar("T", bound="WebhookAttempt")


@_attrs_define
class WebhookAttempt:
    """
    Attributes:
        attempt (int): 1 for the first.
        attempted_at (datetime.datetime): When it was made.
        outcome (WebhookAttemptOutcome): `refused`: not sent, because the URL or its address is not allowed.
        status_code (int | None): The receiver's response status; null if there was no response.
        reason (None | str): Why it failed, such as `timeout`, `httpStatus`, `tls`, or `privateAddress`.
        duration_ms (int): How long it took.
        response_snippet (None | str): The start of the response. Only for callers with the scope `createWebhooks`; null
            for others.
    """

    attempt: int
    attempted_at: datetime.datetime
    outcome: WebhookAttemptOutcome
    status_code: int | None
    reason: None | str
    duration_ms: int
    response_snippet: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        attempt = self.attempt

        attempted_at = self.attempted_at.isoformat()

        outcome: str = self.outcome

        status_code: int | None
        status_code = self.status_code

        reason: None | str
        reason = self.reason

        duration_ms = self.duration_ms

        response_snippet: None | str
        response_snippet = self.response_snippet

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "attempt": attempt,
                "attemptedAt": attempted_at,
                "outcome": outcome,
                "statusCode": status_code,
                "reason": reason,
                "durationMs": duration_ms,
                "responseSnippet": response_snippet,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        attempt = d.pop("attempt")

        attempted_at = datetime.datetime.fromisoformat(d.pop("attemptedAt"))

        outcome = check_webhook_attempt_outcome(d.pop("outcome"))

        def _parse_status_code(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        status_code = _parse_status_code(d.pop("statusCode"))

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        duration_ms = d.pop("durationMs")

        def _parse_response_snippet(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        response_snippet = _parse_response_snippet(d.pop("responseSnippet"))

        webhook_attempt = cls(
            attempt=attempt,
            attempted_at=attempted_at,
            outcome=outcome,
            status_code=status_code,
            reason=reason,
            duration_ms=duration_ms,
            response_snippet=response_snippet,
        )

        webhook_attempt.additional_properties = d
        return webhook_attempt

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
