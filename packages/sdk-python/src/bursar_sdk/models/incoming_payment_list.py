from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.incoming_payment import IncomingPayment
    from ..models.page import Page


T = TypeVar("T", bound="IncomingPaymentList")


@_attrs_define
class IncomingPaymentList:
    """A page of incoming payments.

    Attributes:
        payments (list[IncomingPayment]): The payments of this page.
        page (Page): Always an object; empty if all items are on this page.
    """

    payments: list[IncomingPayment]
    page: Page
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        payments = []
        for payments_item_data in self.payments:
            payments_item = payments_item_data.to_dict()
            payments.append(payments_item)

        page = self.page.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "payments": payments,
                "page": page,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.incoming_payment import IncomingPayment  # noqa: PLC0415
        from ..models.page import Page  # noqa: PLC0415

        d = dict(src_dict)
        payments = []
        _payments = d.pop("payments")
        for payments_item_data in _payments:
            payments_item = IncomingPayment.from_dict(payments_item_data)

            payments.append(payments_item)

        page = Page.from_dict(d.pop("page"))

        incoming_payment_list = cls(
            payments=payments,
            page=page,
        )

        incoming_payment_list.additional_properties = d
        return incoming_payment_list

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
