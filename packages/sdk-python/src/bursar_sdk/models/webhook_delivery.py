from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.webhook_delivery_purpose import WebhookDeliveryPurpose, check_webhook_delivery_purpose
from ..models.webhook_delivery_state import WebhookDeliveryState, check_webhook_delivery_state

if TYPE_CHECKING:
    from ..models.webhook_attempt import WebhookAttempt


T = TypeVar("T", bound="WebhookDelivery")


@_attrs_define
class WebhookDelivery:
    """The delivery of one event to one endpoint.

    Attributes:
        id (UUID): The delivery.
        event_id (UUID): The event: `webhook-id` and `id` of the body.
        event_type (None | str): The event's type, such as `transaction.updated`.
        resource_id (UUID): The transaction or account.
        resource_version (int): Its version.
        purpose (WebhookDeliveryPurpose): Sent because it happened, or because you asked again.
        state (WebhookDeliveryState):
        attempts (list[WebhookAttempt]): Every attempt, oldest first.
        created_at (datetime.datetime): When it was queued.
        next_attempt_at (datetime.datetime | None): The earliest time of the next attempt; null if there is none.
        delivered_at (datetime.datetime | None): When it was delivered.
    """

    id: UUID
    event_id: UUID
    event_type: None | str
    resource_id: UUID
    resource_version: int
    purpose: WebhookDeliveryPurpose
    state: WebhookDeliveryState
    attempts: list[WebhookAttempt]
    created_at: datetime.datetime
    next_attempt_at: datetime.datetime | None
    delivered_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        event_id = str(self.event_id)

        event_type: None | str
        event_type = self.event_type

        resource_id = str(self.resource_id)

        resource_version = self.resource_version

        purpose: str = self.purpose

        state: str = self.state

        attempts = []
        for attempts_item_data in self.attempts:
            attempts_item = attempts_item_data.to_dict()
            attempts.append(attempts_item)

        created_at = self.created_at.isoformat()

        next_attempt_at: None | str
        if isinstance(self.next_attempt_at, datetime.datetime):
            next_attempt_at = self.next_attempt_at.isoformat()
        else:
            next_attempt_at = self.next_attempt_at

        delivered_at: None | str
        if isinstance(self.delivered_at, datetime.datetime):
            delivered_at = self.delivered_at.isoformat()
        else:
            delivered_at = self.delivered_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "eventId": event_id,
                "eventType": event_type,
                "resourceId": resource_id,
                "resourceVersion": resource_version,
                "purpose": purpose,
                "state": state,
                "attempts": attempts,
                "createdAt": created_at,
                "nextAttemptAt": next_attempt_at,
                "deliveredAt": delivered_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.webhook_attempt import WebhookAttempt  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        event_id = UUID(d.pop("eventId"))

        def _parse_event_type(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        event_type = _parse_event_type(d.pop("eventType"))

        resource_id = UUID(d.pop("resourceId"))

        resource_version = d.pop("resourceVersion")

        purpose = check_webhook_delivery_purpose(d.pop("purpose"))

        state = check_webhook_delivery_state(d.pop("state"))

        attempts = []
        _attempts = d.pop("attempts")
        for attempts_item_data in _attempts:
            attempts_item = WebhookAttempt.from_dict(attempts_item_data)

            attempts.append(attempts_item)

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        def _parse_next_attempt_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                next_attempt_at_type_0 = datetime.datetime.fromisoformat(data)

                return next_attempt_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        next_attempt_at = _parse_next_attempt_at(d.pop("nextAttemptAt"))

        def _parse_delivered_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                delivered_at_type_0 = datetime.datetime.fromisoformat(data)

                return delivered_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        delivered_at = _parse_delivered_at(d.pop("deliveredAt"))

        webhook_delivery = cls(
            id=id,
            event_id=event_id,
            event_type=event_type,
            resource_id=resource_id,
            resource_version=resource_version,
            purpose=purpose,
            state=state,
            attempts=attempts,
            created_at=created_at,
            next_attempt_at=next_attempt_at,
            delivered_at=delivered_at,
        )

        webhook_delivery.additional_properties = d
        return webhook_delivery

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
