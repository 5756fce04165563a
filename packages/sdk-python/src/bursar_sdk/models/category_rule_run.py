from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.category_rule_run_status import CategoryRuleRunStatus, check_category_rule_run_status

T = TypeVar("T", bound="CategoryRuleRun")


@_attrs_define
class CategoryRuleRun:
    """
    Attributes:
        id (UUID): The application of the rules.
        status (CategoryRuleRunStatus): `running`: transactions are being examined, newest first. `done`: every
            transaction of the range has been examined.
        examined (int): Transactions examined so far.
        changed (int): Transactions changed so far.
        created_at (datetime.datetime): When it was started.
        finished_at (datetime.datetime | None): When it ended.
    """

    id: UUID
    status: CategoryRuleRunStatus
    examined: int
    changed: int
    created_at: datetime.datetime
    finished_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        status: str = self.status

        examined = self.examined

        changed = self.changed

        created_at = self.created_at.isoformat()

        finished_at: None | str
        if isinstance(self.finished_at, datetime.datetime):
            finished_at = self.finished_at.isoformat()
        else:
            finished_at = self.finished_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "status": status,
                "examined": examined,
                "changed": changed,
                "createdAt": created_at,
                "finishedAt": finished_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        status = check_category_rule_run_status(d.pop("status"))

        examined = d.pop("examined")

        changed = d.pop("changed")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        def _parse_finished_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                finished_at_type_0 = datetime.datetime.fromisoformat(data)

                return finished_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        finished_at = _parse_finished_at(d.pop("finishedAt"))

        category_rule_run = cls(
            id=id,
            status=status,
            examined=examined,
            changed=changed,
            created_at=created_at,
            finished_at=finished_at,
        )

        category_rule_run.additional_properties = d
        return category_rule_run

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
