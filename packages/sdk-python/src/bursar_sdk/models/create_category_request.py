from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="CreateCategoryRequest")


@_attrs_define
class CreateCategoryRequest:
    """
    Attributes:
        name (str): The display name.
        visible_for_card_spend (bool): Available for card spend.
        visible_for_reimbursements (bool): Available for reimbursements.
        visible_for_other (bool): Available for everything else.
        idempotency_key (None | str | Unset):
    """

    name: str
    visible_for_card_spend: bool
    visible_for_reimbursements: bool
    visible_for_other: bool
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

        field_dict.update(
            {
                "name": name,
                "visibleForCardSpend": visible_for_card_spend,
                "visibleForReimbursements": visible_for_reimbursements,
                "visibleForOther": visible_for_other,
            }
        )
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        visible_for_card_spend = d.pop("visibleForCardSpend")

        visible_for_reimbursements = d.pop("visibleForReimbursements")

        visible_for_other = d.pop("visibleForOther")

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        create_category_request = cls(
            name=name,
            visible_for_card_spend=visible_for_card_spend,
            visible_for_reimbursements=visible_for_reimbursements,
            visible_for_other=visible_for_other,
            idempotency_key=idempotency_key,
        )

        return create_category_request
