from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_method import PaymentMethod, check_payment_method

T = TypeVar("T", bound="MagicNumber")


@_attrs_define
class MagicNumber:
    """
    Attributes:
        payment_method (PaymentMethod):
        account_number (None | str): The recipient's account number (IBAN for an international wire); null if the amount
            decides.
        amount (float | None): The deciding amount, for checks; null otherwise. US dollars.
        outcome (str): The outcome.
        code (None | str): The bank's reason code.
        description (str): The outcome, as a sentence.
    """

    payment_method: PaymentMethod
    account_number: None | str
    amount: float | None
    outcome: str
    code: None | str
    description: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        payment_method: str = self.payment_method

        account_number: None | str
        account_number = self.account_number

        amount: float | None
        amount = self.amount

        outcome = self.outcome

        code: None | str
        code = self.code

        description = self.description

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "paymentMethod": payment_method,
                "accountNumber": account_number,
                "amount": amount,
                "outcome": outcome,
                "code": code,
                "description": description,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        payment_method = check_payment_method(d.pop("paymentMethod"))

        def _parse_account_number(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        account_number = _parse_account_number(d.pop("accountNumber"))

        def _parse_amount(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        amount = _parse_amount(d.pop("amount"))

        outcome = d.pop("outcome")

        def _parse_code(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        code = _parse_code(d.pop("code"))

        description = d.pop("description")

        magic_number = cls(
            payment_method=payment_method,
            account_number=account_number,
            amount=amount,
            outcome=outcome,
            code=code,
            description=description,
        )

        magic_number.additional_properties = d
        return magic_number

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
