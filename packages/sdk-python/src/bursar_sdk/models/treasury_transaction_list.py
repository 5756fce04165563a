from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.treasury_transaction import TreasuryTransaction


T = TypeVar("T", bound="TreasuryTransactionList")


@_attrs_define
class TreasuryTransactionList:
    """
    Attributes:
        transactions (list[TreasuryTransaction]): The page.
        cursor (int | None): Pass as `cursor` to get the next page; null on the last page.
    """

    transactions: list[TreasuryTransaction]
    cursor: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        transactions = []
        for transactions_item_data in self.transactions:
            transactions_item = transactions_item_data.to_dict()
            transactions.append(transactions_item)

        cursor: int | None
        cursor = self.cursor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "transactions": transactions,
                "cursor": cursor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.treasury_transaction import TreasuryTransaction  # noqa: PLC0415

        d = dict(src_dict)
        transactions = []
        _transactions = d.pop("transactions")
        for transactions_item_data in _transactions:
            transactions_item = TreasuryTransaction.from_dict(transactions_item_data)

            transactions.append(transactions_item)

        def _parse_cursor(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        cursor = _parse_cursor(d.pop("cursor"))

        treasury_transaction_list = cls(
            transactions=transactions,
            cursor=cursor,
        )

        treasury_transaction_list.additional_properties = d
        return treasury_transaction_list

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
