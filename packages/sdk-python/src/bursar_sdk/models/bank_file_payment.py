from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.bank_file_purpose import BankFilePurpose, check_bank_file_purpose

T = TypeVar("T", bound="BankFilePayment")


@_attrs_define
class BankFilePayment:
    """A payment in a file.

    Attributes:
        position (int): Its place in the file, from 1.
        transaction_id (UUID): The payment.
        counterparty_name (None | str): Who is paid.
        amount (float | None): Signed. US dollars.
        purpose (BankFilePurpose): Why it is in the file.
        reference (None | str): Trace number, end-to-end ID, or check number.
        released (bool): The file was not sent or was rejected; the payment may be in another.
    """

    position: int
    transaction_id: UUID
    counterparty_name: None | str
    amount: float | None
    purpose: BankFilePurpose
    reference: None | str
    released: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        position = self.position

        transaction_id = str(self.transaction_id)

        counterparty_name: None | str
        counterparty_name = self.counterparty_name

        amount: float | None
        amount = self.amount

        purpose: str = self.purpose

        reference: None | str
        reference = self.reference

        released = self.released

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "position": position,
                "transactionId": transaction_id,
                "counterpartyName": counterparty_name,
                "amount": amount,
                "purpose": purpose,
                "reference": reference,
                "released": released,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        position = d.pop("position")

        transaction_id = UUID(d.pop("transactionId"))

        def _parse_counterparty_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        counterparty_name = _parse_counterparty_name(d.pop("counterpartyName"))

        def _parse_amount(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        amount = _parse_amount(d.pop("amount"))

        purpose = check_bank_file_purpose(d.pop("purpose"))

        def _parse_reference(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reference = _parse_reference(d.pop("reference"))

        released = d.pop("released")

        bank_file_payment = cls(
            position=position,
            transaction_id=transaction_id,
            counterparty_name=counterparty_name,
            amount=amount,
            purpose=purpose,
            reference=reference,
            released=released,
        )

        bank_file_payment.additional_properties = d
        return bank_file_payment

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
