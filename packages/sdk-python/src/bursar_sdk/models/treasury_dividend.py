from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.treasury_dividend_type import TreasuryDividendType, check_treasury_dividend_type

T = TypeVar("T", bound="TreasuryDividend")


@_attrs_define
class TreasuryDividend:
    """
    Attributes:
        type_ (TreasuryDividendType): The kind of identifier.
        id (str): The CUSIP of the security.
        amount (float): The month's dividends of this security. US dollars.
        security_name (str): The security.
    """

    type_: TreasuryDividendType
    id: str
    amount: float
    security_name: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        id = self.id

        amount = self.amount

        security_name = self.security_name

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "id": id,
                "amount": amount,
                "securityName": security_name,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = check_treasury_dividend_type(d.pop("type"))

        id = d.pop("id")

        amount = d.pop("amount")

        security_name = d.pop("securityName")

        treasury_dividend = cls(
            type_=type_,
            id=id,
            amount=amount,
            security_name=security_name,
        )

        treasury_dividend.additional_properties = d
        return treasury_dividend

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
