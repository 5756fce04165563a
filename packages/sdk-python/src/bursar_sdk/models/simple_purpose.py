from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="SimplePurpose")


@_attrs_define
class SimplePurpose:
    """A category with details.

    Attributes:
        category (str): One of employee, landlord, vendor, contractor, subsidiary, transferToMyExternalAccount,
            familyMemberOrFriend, forGoodsOrServices, angelInvestment, savingsOrInvestments, expenses, travel, other; case-
            insensitive.
        additional_info (None | str | Unset): Details of the category. Required for international wires with vendor,
            contractor, or other.
    """

    category: str
    additional_info: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        category = self.category

        additional_info: None | str | Unset
        if isinstance(self.additional_info, Unset):
            additional_info = UNSET
        else:
            additional_info = self.additional_info

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "category": category,
            }
        )
        if additional_info is not UNSET:
            field_dict["additionalInfo"] = additional_info

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        category = d.pop("category")

        def _parse_additional_info(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        additional_info = _parse_additional_info(d.pop("additionalInfo", UNSET))

        simple_purpose = cls(
            category=category,
            additional_info=additional_info,
        )

        return simple_purpose
