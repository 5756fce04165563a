from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.category_rule_conditions import CategoryRuleConditions


T = TypeVar("T", bound="CategoryRule")


@_attrs_define
class CategoryRule:
    """
    Attributes:
        id (UUID): The rule.
        version (int): Increases with every change; a change names the version on which it is based.
        name (str): The rule's name.
        category_id (UUID): The category it gives.
        conditions (CategoryRuleConditions): When the rule applies: all conditions must hold, and there is at least one.
        position (int): Rules are checked in this order; the first match applies. The others make room.
        active (bool): False: the rule is not checked.
        category_name (str): The category's name.
        category_deleted (bool): True: the category was deleted, so the rule does nothing.
        created_at (datetime.datetime): When it was created.
        updated_at (datetime.datetime): When it was last changed.
    """

    id: UUID
    version: int
    name: str
    category_id: UUID
    conditions: CategoryRuleConditions
    position: int
    active: bool
    category_name: str
    category_deleted: bool
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        version = self.version

        name = self.name

        category_id = str(self.category_id)

        conditions = self.conditions.to_dict()

        position = self.position

        active = self.active

        category_name = self.category_name

        category_deleted = self.category_deleted

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "version": version,
                "name": name,
                "categoryId": category_id,
                "conditions": conditions,
                "position": position,
                "active": active,
                "categoryName": category_name,
                "categoryDeleted": category_deleted,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.category_rule_conditions import CategoryRuleConditions  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        version = d.pop("version")

        name = d.pop("name")

        category_id = UUID(d.pop("categoryId"))

        conditions = CategoryRuleConditions.from_dict(d.pop("conditions"))

        position = d.pop("position")

        active = d.pop("active")

        category_name = d.pop("categoryName")

        category_deleted = d.pop("categoryDeleted")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        category_rule = cls(
            id=id,
            version=version,
            name=name,
            category_id=category_id,
            conditions=conditions,
            position=position,
            active=active,
            category_name=category_name,
            category_deleted=category_deleted,
            created_at=created_at,
            updated_at=updated_at,
        )

        category_rule.additional_properties = d
        return category_rule

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
