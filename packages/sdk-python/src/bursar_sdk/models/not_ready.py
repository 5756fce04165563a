from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.not_ready_status import NotReadyStatus, check_not_ready_status

T = TypeVar("T", bound="NotReady")


@_attrs_define
class NotReady:
    """The service cannot take payments now.

    Attributes:
        status (NotReadyStatus): The service cannot take payments now.
        reasons (list[str]): What is wrong, one sentence each.
    """

    status: NotReadyStatus
    reasons: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        status: str = self.status

        reasons = self.reasons

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "status": status,
                "reasons": reasons,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = check_not_ready_status(d.pop("status"))

        reasons = cast(list[str], d.pop("reasons"))

        not_ready = cls(
            status=status,
            reasons=reasons,
        )

        not_ready.additional_properties = d
        return not_ready

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
