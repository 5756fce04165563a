from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CategoryData")


@_attrs_define
class CategoryData:
    """A category of the organization.

    Attributes:
        name (str): The display name.
        visible_for_card_spend (bool): Available for card spend.
        visible_for_reimbursements (bool): Available for reimbursements.
        visible_for_other (bool): Available for everything else.
        id (UUID): The category.
    """

    name: str
    visible_for_card_spend: bool
    visible_for_reimbursements: bool
    visible_for_other: bool
    id: UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        visible_for_card_spend = self.visible_for_card_spend

        visible_for_reimbursements = self.visible_for_reimbursements

        visible_for_other = self.visible_for_other

        id = str(self.id)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "visibleForCardSpend": visible_for_card_spend,
                "visibleForReimbursements": visible_for_reimbursements,
                "visibleForOther": visible_for_other,
                "id": id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        visible_for_card_spend = d.pop("visibleForCardSpend")

        visible_for_reimbursements = d.pop("visibleForReimbursements")

        visible_for_other = d.pop("visibleForOther")

        id = UUID(d.pop("id"))

        category_data = cls(
            name=name,
            visible_for_card_spend=visible_for_card_spend,
            visible_for_reimbursements=visible_for_reimbursements,
            visible_for_other=visible_for_other,
            id=id,
        )

        category_data.additional_properties = d
        return category_data

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
