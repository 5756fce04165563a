from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.sandbox_clock_kind import SandboxClockKind, check_sandbox_clock_kind

T = TypeVar("T", bound="SandboxClock")


@_attrs_define
class SandboxClock:
    """
    Attributes:
        now (datetime.datetime): The service's current time.
        kind (SandboxClockKind): `system` runs with the machine; `virtual` is stopped between advances.
    """

    now: datetime.datetime
    kind: SandboxClockKind
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        now = self.now.isoformat()

        kind: str = self.kind

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "now": now,
                "kind": kind,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        now = datetime.datetime.fromisoformat(d.pop("now"))

        kind = check_sandbox_clock_kind(d.pop("kind"))

        sandbox_clock = cls(
            now=now,
            kind=kind,
        )

        sandbox_clock.additional_properties = d
        return sandbox_clock

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
