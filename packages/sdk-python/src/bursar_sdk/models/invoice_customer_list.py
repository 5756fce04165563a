from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.invoice_customer import InvoiceCustomer
    from ..models.page import Page


T = TypeVar("T", bound="InvoiceCustomerList")


@_attrs_define
class InvoiceCustomerList:
    """A page of customers.

    Attributes:
        customers (list[InvoiceCustomer]): The customers of this page.
        page (Page): Always an object; empty if all items are on this page.
    """

    customers: list[InvoiceCustomer]
    page: Page
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        customers = []
        for customers_item_data in self.customers:
            customers_item = customers_item_data.to_dict()
            customers.append(customers_item)

        page = self.page.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "customers": customers,
                "page": page,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_customer import InvoiceCustomer  # noqa: PLC0415
        from ..models.page import Page  # noqa: PLC0415

        d = dict(src_dict)
        customers = []
        _customers = d.pop("customers")
        for customers_item_data in _customers:
            customers_item = InvoiceCustomer.from_dict(customers_item_data)

            customers.append(customers_item)

        page = Page.from_dict(d.pop("page"))

        invoice_customer_list = cls(
            customers=customers,
            page=page,
        )

        invoice_customer_list.additional_properties = d
        return invoice_customer_list

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
