from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PayableInvoiceLine")


@_attrs_define
class PayableInvoiceLine:
    """A line of the invoice.

    Attributes:
        name (str): What was delivered.
        quantity (float): How many.
        unit_price (float): Negative for a discount. US dollars.
        sales_tax_rate (float | None): In percent.
        amount (float): The line's amount without tax. US dollars.
    """

    name: str
    quantity: float
    unit_price: float
    sales_tax_rate: float | None
    amount: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        quantity = self.quantity

        unit_price = self.unit_price

        sales_tax_rate: float | None
        sales_tax_rate = self.sales_tax_rate

        amount = self.amount

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "quantity": quantity,
                "unitPrice": unit_price,
                "salesTaxRate": sales_tax_rate,
                "amount": amount,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        quantity = d.pop("quantity")

        unit_price = d.pop("unitPrice")

        def _parse_sales_tax_rate(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        sales_tax_rate = _parse_sales_tax_rate(d.pop("salesTaxRate"))

        amount = d.pop("amount")

        payable_invoice_line = cls(
            name=name,
            quantity=quantity,
            unit_price=unit_price,
            sales_tax_rate=sales_tax_rate,
            amount=amount,
        )

        payable_invoice_line.additional_properties = d
        return payable_invoice_line

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
