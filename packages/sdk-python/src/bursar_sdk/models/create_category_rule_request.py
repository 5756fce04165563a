from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.category_rule_conditions import CategoryRuleConditions


T = TypeVar("T", bound="CreateCategoryRuleRequest")


@_attrs_define
class CreateCategoryRuleRequest:
    """
    Attributes:
        name (str): The rule's name.
        category_id (UUID): The category it gives.
        conditions (CategoryRuleConditions): When the rule applies: all conditions must hold, and there is at least one.
        position (int | Unset): Its place among the rules; by default, the last.
        active (bool | Unset): True by default.
        idempotency_key (None | str | Unset):
    """

    name: str
    category_id: UUID
    conditions: CategoryRuleConditions
    position: int | Unset = UNSET
    active: bool | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        category_id = str(self.category_id)

        conditions = self.conditions.to_dict()

        position = self.position

        active = self.active

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "categoryId": category_id,
                "conditions": conditions,
            }
        )
        if position is not UNSET:
            field_dict["position"] = position
        if active is not UNSET:
            field_dict["active"] = active
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.category_rule_conditions import CategoryRuleConditions  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        category_id = UUID(d.pop("categoryId"))

        conditions = CategoryRuleConditions.from_dict(d.pop("conditions"))

        position = d.pop("position", UNSET)

        active = d.pop("active", UNSET)

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        create_category_rule_request = cls(
            name=name,
            category_id=category_id,
            conditions=conditions,
            position=position,
            active=active,
            idempotency_key=idempotency_key,
        )

        return create_category_rule_request
