from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.magic_number import MagicNumber


T = TypeVar("T", bound="MagicNumberList")


@_attrs_define
class MagicNumberList:
    """
    Attributes:
        magic_numbers (list[MagicNumber]): Every magic number and amount.
    """

    magic_numbers: list[MagicNumber]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        magic_numbers = []
        for magic_numbers_item_data in self.magic_numbers:
            magic_numbers_item = magic_numbers_item_data.to_dict()
            magic_numbers.append(magic_numbers_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "magicNumbers": magic_numbers,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.magic_number import MagicNumber  # noqa: PLC0415

        d = dict(src_dict)
        magic_numbers = []
        _magic_numbers = d.pop("magicNumbers")
        for magic_numbers_item_data in _magic_numbers:
            magic_numbers_item = MagicNumber.from_dict(magic_numbers_item_data)

            magic_numbers.append(magic_numbers_item)

        magic_number_list = cls(
            magic_numbers=magic_numbers,
        )

        magic_number_list.additional_properties = d
        return magic_number_list

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
