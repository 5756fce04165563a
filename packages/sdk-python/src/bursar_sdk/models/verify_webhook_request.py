from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.webhook_event_type import WebhookEventType, check_webhook_event_type
from ..types import UNSET, Unset

T = TypeVar("T", bound="VerifyWebhookRequest")


@_attrs_define
class VerifyWebhookRequest:
    """
    Attributes:
        event_type (WebhookEventType | Unset):
        idempotency_key (None | str | Unset):
    """

    event_type: WebhookEventType | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        event_type: str | Unset = UNSET
        if not isinstance(self.event_type, Unset):
            event_type = self.event_type

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if event_type is not UNSET:
            field_dict["eventType"] = event_type
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _event_type = d.pop("eventType", UNSET)
        event_type: WebhookEventType | Unset
        if isinstance(_event_type, Unset):
            event_type = UNSET
        else:
            event_type = check_webhook_event_type(_event_type)

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        verify_webhook_request = cls(
            event_type=event_type,
            idempotency_key=idempotency_key,
        )

        return verify_webhook_request
