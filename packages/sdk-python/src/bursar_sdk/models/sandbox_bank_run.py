from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SandboxBankRun")


@_attrs_define
class SandboxBankRun:
    """
    Attributes:
        handed_over (int): Payments accepted, submitted, or blocked.
        answered (int): Messages that the bank sent; some may repeat others.
    """

    handed_over: int
    answered: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        handed_over = self.handed_over

        answered = self.answered

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "handedOver": handed_over,
                "answered": answered,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        handed_over = d.pop("handedOver")

        answered = d.pop("answered")

        sandbox_bank_run = cls(
            handed_over=handed_over,
            answered=answered,
        )

        sandbox_bank_run.additional_properties = d
        return sandbox_bank_run

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
