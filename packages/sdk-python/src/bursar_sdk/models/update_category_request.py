from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="UpdateCategoryRequest")


@_attrs_define
class UpdateCategoryRequest:
    """
    Attributes:
        name (str | Unset): The display name.
        visible_for_card_spend (bool | Unset): Available for card spend.
        visible_for_reimbursements (bool | Unset): Available for reimbursements.
        visible_for_other (bool | Unset): Available for everything else.
        idempotency_key (None | str | Unset):
    """

    name: str | Unset = UNSET
    visible_for_card_spend: bool | Unset = UNSET
    visible_for_reimbursements: bool | Unset = UNSET
    visible_for_other: bool | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        visible_for_card_spend = self.visible_for_card_spend

        visible_for_reimbursements = self.visible_for_reimbursements

        visible_for_other = self.visible_for_other

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if visible_for_card_spend is not UNSET:
            field_dict["visibleForCardSpend"] = visible_for_card_spend
        if visible_for_reimbursements is not UNSET:
            field_dict["visibleForReimbursements"] = visible_for_reimbursements
        if visible_for_other is not UNSET:
            field_dict["visibleForOther"] = visible_for_other
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        visible_for_card_spend = d.pop("visibleForCardSpend", UNSET)

        visible_for_reimbursements = d.pop("visibleForReimbursements", UNSET)

        visible_for_other = d.pop("visibleForOther", UNSET)

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        update_category_request = cls(
            name=name,
            visible_for_card_spend=visible_for_card_spend,
            visible_for_reimbursements=visible_for_reimbursements,
            visible_for_other=visible_for_other,
            idempotency_key=idempotency_key,
        )

        return update_category_request
