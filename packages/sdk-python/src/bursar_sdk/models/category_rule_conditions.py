from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

from ..models.money_direction import MoneyDirection, check_money_direction
from ..types import UNSET, Unset

T = TypeVar("T", bound="CategoryRuleConditions")


@_attrs_define
class CategoryRuleConditions:
    """When the rule applies: all conditions must hold, and there is at least one.

    Attributes:
        recipient_ids (list[UUID] | Unset): Payments to one of these recipients.
        account_ids (list[UUID] | Unset): Transactions of one of these accounts.
        text (str | Unset): Part of the description, the counterparty's name, the memo, or the note; case does not
            matter.
        whole_word (bool | Unset): The text must be a whole word (or words). By default, a part of one is enough.
        amount_from (float | Unset): At least this amount, in or out. US dollars, at most two decimals.
        amount_to (float | Unset): At most this amount, in or out. US dollars, at most two decimals.
        direction (MoneyDirection | Unset):
    """

    recipient_ids: list[UUID] | Unset = UNSET
    account_ids: list[UUID] | Unset = UNSET
    text: str | Unset = UNSET
    whole_word: bool | Unset = UNSET
    amount_from: float | Unset = UNSET
    amount_to: float | Unset = UNSET
    direction: MoneyDirection | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        recipient_ids: list[str] | Unset = UNSET
        if not isinstance(self.recipient_ids, Unset):
            recipient_ids = []
            for recipient_ids_item_data in self.recipient_ids:
                recipient_ids_item = str(recipient_ids_item_data)
                recipient_ids.append(recipient_ids_item)

        account_ids: list[str] | Unset = UNSET
        if not isinstance(self.account_ids, Unset):
            account_ids = []
            for account_ids_item_data in self.account_ids:
                account_ids_item = str(account_ids_item_data)
                account_ids.append(account_ids_item)

        text = self.text

        whole_word = self.whole_word

        amount_from = self.amount_from

        amount_to = self.amount_to

        direction: str | Unset = UNSET
        if not isinstance(self.direction, Unset):
            direction = self.direction

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if recipient_ids is not UNSET:
            field_dict["recipientIds"] = recipient_ids
        if account_ids is not UNSET:
            field_dict["accountIds"] = account_ids
        if text is not UNSET:
            field_dict["text"] = text
        if whole_word is not UNSET:
            field_dict["wholeWord"] = whole_word
        if amount_from is not UNSET:
            field_dict["amountFrom"] = amount_from
        if amount_to is not UNSET:
            field_dict["amountTo"] = amount_to
        if direction is not UNSET:
            field_dict["direction"] = direction

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _recipient_ids = d.pop("recipientIds", UNSET)
        recipient_ids: list[UUID] | Unset = UNSET
        if _recipient_ids is not UNSET:
            recipient_ids = []
            for recipient_ids_item_data in _recipient_ids:
                recipient_ids_item = UUID(recipient_ids_item_data)

                recipient_ids.append(recipient_ids_item)

        _account_ids = d.pop("accountIds", UNSET)
        account_ids: list[UUID] | Unset = UNSET
        if _account_ids is not UNSET:
            account_ids = []
            for account_ids_item_data in _account_ids:
                account_ids_item = UUID(account_ids_item_data)

                account_ids.append(account_ids_item)

        text = d.pop("text", UNSET)

        whole_word = d.pop("wholeWord", UNSET)

        amount_from = d.pop("amountFrom", UNSET)

        amount_to = d.pop("amountTo", UNSET)

        _direction = d.pop("direction", UNSET)
        direction: MoneyDirection | Unset
        if isinstance(_direction, Unset):
            direction = UNSET
        else:
            direction = check_money_direction(_direction)

        category_rule_conditions = cls(
            recipient_ids=recipient_ids,
            account_ids=account_ids,
            text=text,
            whole_word=whole_word,
            amount_from=amount_from,
            amount_to=amount_to,
            direction=direction,
        )

        return category_rule_conditions
