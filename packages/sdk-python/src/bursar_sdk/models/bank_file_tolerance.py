from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="BankFileTolerance")


@_attrs_define
class BankFileTolerance:
    """
    Attributes:
        tolerance (str): Its name, such as `shortLines`.
        count (int): How often.
        lines (list[int]): The first lines, at most ten.
    """

    tolerance: str
    count: int
    lines: list[int]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        tolerance = self.tolerance

        count = self.count

        lines = self.lines

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "tolerance": tolerance,
                "count": count,
                "lines": lines,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        tolerance = d.pop("tolerance")

        count = d.pop("count")

        lines = cast(list[int], d.pop("lines"))

        bank_file_tolerance = cls(
            tolerance=tolerance,
            count=count,
            lines=lines,
        )

        bank_file_tolerance.additional_properties = d
        return bank_file_tolerance

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
