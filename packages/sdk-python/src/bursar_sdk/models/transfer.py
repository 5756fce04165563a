from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.transaction import Transaction


T = TypeVar("T", bound="Transfer")


@_attrs_define
class Transfer:
    """
    Attributes:
        debit_transaction (Transaction): A payment, transfer, or deposit.
        credit_transaction (Transaction): A payment, transfer, or deposit.
    """

    debit_transaction: Transaction
    credit_transaction: Transaction
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        debit_transaction = self.debit_transaction.to_dict()

        credit_transaction = self.credit_transaction.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "debitTransaction": debit_transaction,
                "creditTransaction": credit_transaction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.transaction import Transaction  # noqa: PLC0415

        d = dict(src_dict)
        debit_transaction = Transaction.from_dict(d.pop("debitTransaction"))

        credit_transaction = Transaction.from_dict(d.pop("creditTransaction"))

        transfer = cls(
            debit_transaction=debit_transaction,
            credit_transaction=credit_transaction,
        )

        transfer.additional_properties = d
        return transfer

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
