from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="InvoiceLineItemRequest")


@_attrs_define
class InvoiceLineItemRequest:
    """A line of an invoice.

    Attributes:
        name (str): What was delivered.
        quantity (float): How many, with at most four decimals.
        unit_price (float): US dollars, at most two decimals. A negative price is a discount; it reduces the tax, too.
        sales_tax_rate (float | None | Unset): Sales tax in percent of the line's amount, such as 8.875, with at most
            four decimals. Null: the line is not taxed.
    """

    name: str
    quantity: float
    unit_price: float
    sales_tax_rate: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        quantity = self.quantity

        unit_price = self.unit_price

        sales_tax_rate: float | None | Unset
        if isinstance(self.sales_tax_rate, Unset):
            sales_tax_rate = UNSET
        else:
            sales_tax_rate = self.sales_tax_rate

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "quantity": quantity,
                "unitPrice": unit_price,
            }
        )
        if sales_tax_rate is not UNSET:
            field_dict["salesTaxRate"] = sales_tax_rate

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        quantity = d.pop("quantity")

        unit_price = d.pop("unitPrice")

        def _parse_sales_tax_rate(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        sales_tax_rate = _parse_sales_tax_rate(d.pop("salesTaxRate", UNSET))

        invoice_line_item_request = cls(
            name=name,
            quantity=quantity,
            unit_price=unit_price,
            sales_tax_rate=sales_tax_rate,
        )

        return invoice_line_item_request
