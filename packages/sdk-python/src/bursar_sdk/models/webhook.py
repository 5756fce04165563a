from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.webhook_status import WebhookStatus, check_webhook_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="Webhook")


@_attrs_define
class Webhook:
    """An endpoint that receives events.

    Attributes:
        id (UUID): The endpoint.
        url (str): Where events are sent.
        status (WebhookStatus):
        event_types (list[str] | None): Event types to send; null = both transaction events.
        filter_paths (list[str] | None): An update is sent only if it changes one of these; null = any.
        created_at (datetime.datetime): When it was created.
        updated_at (datetime.datetime): When it was last changed.
        secret (str | Unset): Signs the deliveries. Only in the first response after creating or rotating it: store it.
            A replay omits it; rotate a lost one.
    """

    id: UUID
    url: str
    status: WebhookStatus
    event_types: list[str] | None
    filter_paths: list[str] | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    secret: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        url = self.url

        status: str = self.status

        event_types: list[str] | None
        if isinstance(self.event_types, list):
            event_types = self.event_types

        else:
            event_types = self.event_types

        filter_paths: list[str] | None
        if isinstance(self.filter_paths, list):
            filter_paths = self.filter_paths

        else:
            filter_paths = self.filter_paths

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        secret = self.secret

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "url": url,
                "status": status,
                "eventTypes": event_types,
                "filterPaths": filter_paths,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )
        if secret is not UNSET:
            field_dict["secret"] = secret

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        url = d.pop("url")

        status = check_webhook_status(d.pop("status"))

        def _parse_event_types(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                event_types_type_0 = cast(list[str], data)

                return event_types_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        event_types = _parse_event_types(d.pop("eventTypes"))

        def _parse_filter_paths(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                filter_paths_type_0 = cast(list[str], data)

                return filter_paths_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        filter_paths = _parse_filter_paths(d.pop("filterPaths"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        secret = d.pop("secret", UNSET)

        webhook = cls(
            id=id,
            url=url,
            status=status,
            event_types=event_types,
            filter_paths=filter_paths,
            created_at=created_at,
            updated_at=updated_at,
            secret=secret,
        )

        webhook.additional_properties = d
        return webhook

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
