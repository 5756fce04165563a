from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.category_rule_conditions import CategoryRuleConditions


T = TypeVar("T", bound="UpdateCategoryRuleRequest")


@_attrs_define
class UpdateCategoryRuleRequest:
    """
    Attributes:
        version (int): Increases with every change; a change names the version on which it is based.
        name (str | Unset): The rule's name.
        category_id (UUID | Unset): The category it gives.
        conditions (CategoryRuleConditions | Unset): When the rule applies: all conditions must hold, and there is at
            least one.
        position (int | Unset): Rules are checked in this order; the first match applies. The others make room.
        active (bool | Unset): False: the rule is not checked.
        idempotency_key (None | str | Unset):
    """

    version: int
    name: str | Unset = UNSET
    category_id: UUID | Unset = UNSET
    conditions: CategoryRuleConditions | Unset = UNSET
    position: int | Unset = UNSET
    active: bool | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        version = self.version

        name = self.name

        category_id: str | Unset = UNSET
        if not isinstance(self.category_id, Unset):
            category_id = str(self.category_id)

        conditions: dict[str, Any] | Unset = UNSET
        if not isinstance(self.conditions, Unset):
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
                "version": version,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
        if category_id is not UNSET:
            field_dict["categoryId"] = category_id
        if conditions is not UNSET:
            field_dict["conditions"] = conditions
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
        version = d.pop("version")

        name = d.pop("name", UNSET)

        _category_id = d.pop("categoryId", UNSET)
        category_id: UUID | Unset
        if isinstance(_category_id, Unset):
            category_id = UNSET
        else:
            category_id = UUID(_category_id)

        _conditions = d.pop("conditions", UNSET)
        conditions: CategoryRuleConditions | Unset
        if isinstance(_conditions, Unset):
            conditions = UNSET
        else:
            conditions = CategoryRuleConditions.from_dict(_conditions)

        position = d.pop("position", UNSET)

        active = d.pop("active", UNSET)

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        update_category_rule_request = cls(
            version=version,
            name=name,
            category_id=category_id,
            conditions=conditions,
            position=position,
            active=active,
            idempotency_key=idempotency_key,
        )

        return update_category_rule_request
