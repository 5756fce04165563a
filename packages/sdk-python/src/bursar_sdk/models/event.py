from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.event_operation_type import EventOperationType, check_event_operation_type
from ..models.event_resource_type import EventResourceType, check_event_resource_type

if TYPE_CHECKING:
    from ..models.event_merge_patch import EventMergePatch
    from ..models.event_previous_values_type_0 import EventPreviousValuesType0


T = TypeVar("T", bound="Event")


@_attrs_define
class Event:
    """A change of a transaction or of a balance.

    Attributes:
        id (UUID): The event. It is the same on every delivery: use it to ignore duplicates.
        resource_type (EventResourceType):
        resource_id (UUID): The transaction or account.
        operation_type (EventOperationType): What happened to it.
        resource_version (int): Increases with every change of the resource: the order of its events.
        occurred_at (datetime.datetime): When it happened.
        changed_paths (list[str]): Dotted names of the fields that changed.
        merge_patch (EventMergePatch): New values of the changed fields (JSON Merge Patch, RFC 7396).
        previous_values (EventPreviousValuesType0 | None): Previous values of those fields; null if they had none.
    """

    id: UUID
    resource_type: EventResourceType
    resource_id: UUID
    operation_type: EventOperationType
    resource_version: int
    occurred_at: datetime.datetime
    changed_paths: list[str]
    merge_patch: EventMergePatch
    previous_values: EventPreviousValuesType0 | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.event_previous_values_type_0 import EventPreviousValuesType0  # noqa: PLC0415

        id = str(self.id)

        resource_type: str = self.resource_type

        resource_id = str(self.resource_id)

        operation_type: str = self.operation_type

        resource_version = self.resource_version

        occurred_at = self.occurred_at.isoformat()

        changed_paths = self.changed_paths

        merge_patch = self.merge_patch.to_dict()

        previous_values: dict[str, Any] | None
        if isinstance(self.previous_values, EventPreviousValuesType0):
            previous_values = self.previous_values.to_dict()
        else:
            previous_values = self.previous_values

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "resourceType": resource_type,
                "resourceId": resource_id,
                "operationType": operation_type,
                "resourceVersion": resource_version,
                "occurredAt": occurred_at,
                "changedPaths": changed_paths,
                "mergePatch": merge_patch,
                "previousValues": previous_values,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.event_merge_patch import EventMergePatch  # noqa: PLC0415
        from ..models.event_previous_values_type_0 import EventPreviousValuesType0  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        resource_type = check_event_resource_type(d.pop("resourceType"))

        resource_id = UUID(d.pop("resourceId"))

        operation_type = check_event_operation_type(d.pop("operationType"))

        resource_version = d.pop("resourceVersion")

        occurred_at = datetime.datetime.fromisoformat(d.pop("occurredAt"))

        changed_paths = cast(list[str], d.pop("changedPaths"))

        merge_patch = EventMergePatch.from_dict(d.pop("mergePatch"))

        def _parse_previous_values(data: object) -> EventPreviousValuesType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                previous_values_type_0 = EventPreviousValuesType0.from_dict(data)

                return previous_values_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(EventPreviousValuesType0 | None, data)

        previous_values = _parse_previous_values(d.pop("previousValues"))

        event = cls(
            id=id,
            resource_type=resource_type,
            resource_id=resource_id,
            operation_type=operation_type,
            resource_version=resource_version,
            occurred_at=occurred_at,
            changed_paths=changed_paths,
            merge_patch=merge_patch,
            previous_values=previous_values,
        )

        event.additional_properties = d
        return event

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
