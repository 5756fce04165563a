from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.invoice_summary import InvoiceSummary
    from ..models.page import Page


T = TypeVar("T", bound="InvoiceList")


@_attrs_define
class InvoiceList:
    """A page of invoices.

    Attributes:
        invoices (list[InvoiceSummary]): The invoices of this page.
        page (Page): Always an object; empty if all items are on this page.
    """

    invoices: list[InvoiceSummary]
    page: Page
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        invoices = []
        for invoices_item_data in self.invoices:
            invoices_item = invoices_item_data.to_dict()
            invoices.append(invoices_item)

        page = self.page.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "invoices": invoices,
                "page": page,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_summary import InvoiceSummary  # noqa: PLC0415
        from ..models.page import Page  # noqa: PLC0415

        d = dict(src_dict)
        invoices = []
        _invoices = d.pop("invoices")
        for invoices_item_data in _invoices:
            invoices_item = InvoiceSummary.from_dict(invoices_item_data)

            invoices.append(invoices_item)

        page = Page.from_dict(d.pop("page"))

        invoice_list = cls(
            invoices=invoices,
            page=page,
        )

        invoice_list.additional_properties = d
        return invoice_list

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
