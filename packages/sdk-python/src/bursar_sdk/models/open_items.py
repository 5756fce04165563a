from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="OpenItems")


@_attrs_define
class OpenItems:
    """Items without a counterpart.

    Attributes:
        count (int): How many.
        total (float): Their sum. US dollars.
        ages (list[int]): How many are up to 1, 7, and 30 days old, and older.
    """

    count: int
    total: float
    ages: list[int]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        count = self.count

        total = self.total

        ages = self.ages

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "count": count,
                "total": total,
                "ages": ages,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        count = d.pop("count")

        total = d.pop("total")

        ages = cast(list[int], d.pop("ages"))

        open_items = cls(
            count=count,
            total=total,
            ages=ages,
        )

        open_items.additional_properties = d
        return open_items

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
