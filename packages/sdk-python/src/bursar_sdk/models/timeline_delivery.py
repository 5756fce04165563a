from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.webhook_delivery_state import WebhookDeliveryState, check_webhook_delivery_state

T = TypeVar("T", bound="TimelineDelivery")


@_attrs_define
class TimelineDelivery:
    """A webhook's delivery, for callers who may read webhooks.

    Attributes:
        id (UUID): The delivery.
        webhook_endpoint_id (UUID): The endpoint.
        event_id (UUID): The event.
        state (WebhookDeliveryState):
        attempts (int): How often it was tried.
        status_code (int | None): What the receiver answered last.
    """

    id: UUID
    webhook_endpoint_id: UUID
    event_id: UUID
    state: WebhookDeliveryState
    attempts: int
    status_code: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        webhook_endpoint_id = str(self.webhook_endpoint_id)

        event_id = str(self.event_id)

        state: str = self.state

        attempts = self.attempts

        status_code: int | None
        status_code = self.status_code

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "webhookEndpointId": webhook_endpoint_id,
                "eventId": event_id,
                "state": state,
                "attempts": attempts,
                "statusCode": status_code,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        webhook_endpoint_id = UUID(d.pop("webhookEndpointId"))

        event_id = UUID(d.pop("eventId"))

        state = check_webhook_delivery_state(d.pop("state"))

        attempts = d.pop("attempts")

        def _parse_status_code(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        status_code = _parse_status_code(d.pop("statusCode"))

        timeline_delivery = cls(
            id=id,
            webhook_endpoint_id=webhook_endpoint_id,
            event_id=event_id,
            state=state,
            attempts=attempts,
            status_code=status_code,
        )

        timeline_delivery.additional_properties = d
        return timeline_delivery

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
