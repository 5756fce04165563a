from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.invoice_activity_allowed_actions_item import (
    InvoiceActivityAllowedActionsItem,
    check_invoice_activity_allowed_actions_item,
)

if TYPE_CHECKING:
    from ..models.invoice_match import InvoiceMatch
    from ..models.invoice_timeline_entry import InvoiceTimelineEntry


T = TypeVar("T", bound="InvoiceActivity")


@_attrs_define
class InvoiceActivity:
    """What happened with an invoice, for its page.

    Attributes:
        amount_paid (float): What has been paid. US dollars.
        amount_due (float): What is left to pay. US dollars.
        sales_tax (float): The part of the amount that is tax. US dollars.
        is_overdue (bool): Unpaid after its due date.
        customer_name (str): Who pays.
        customer_email (str): Where emails go.
        pay_url (str): The page on which the customer pays.
        pay_link_expires_at (datetime.datetime): Until when this link works, unless it is renewed.
        allowed_actions (list[InvoiceActivityAllowedActionsItem]): What the caller may do with it.
        matches (list[InvoiceMatch]): The payments matched with it, oldest first.
        timeline (list[InvoiceTimelineEntry]): What happened, oldest first.
    """

    amount_paid: float
    amount_due: float
    sales_tax: float
    is_overdue: bool
    customer_name: str
    customer_email: str
    pay_url: str
    pay_link_expires_at: datetime.datetime
    allowed_actions: list[InvoiceActivityAllowedActionsItem]
    matches: list[InvoiceMatch]
    timeline: list[InvoiceTimelineEntry]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amount_paid = self.amount_paid

        amount_due = self.amount_due

        sales_tax = self.sales_tax

        is_overdue = self.is_overdue

        customer_name = self.customer_name

        customer_email = self.customer_email

        pay_url = self.pay_url

        pay_link_expires_at = self.pay_link_expires_at.isoformat()

        allowed_actions = []
        for allowed_actions_item_data in self.allowed_actions:
            allowed_actions_item: str = allowed_actions_item_data
            allowed_actions.append(allowed_actions_item)

        matches = []
        for matches_item_data in self.matches:
            matches_item = matches_item_data.to_dict()
            matches.append(matches_item)

        timeline = []
        for timeline_item_data in self.timeline:
            timeline_item = timeline_item_data.to_dict()
            timeline.append(timeline_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amountPaid": amount_paid,
                "amountDue": amount_due,
                "salesTax": sales_tax,
                "isOverdue": is_overdue,
                "customerName": customer_name,
                "customerEmail": customer_email,
                "payUrl": pay_url,
                "payLinkExpiresAt": pay_link_expires_at,
                "allowedActions": allowed_actions,
                "matches": matches,
                "timeline": timeline,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_match import InvoiceMatch  # noqa: PLC0415
        from ..models.invoice_timeline_entry import InvoiceTimelineEntry  # noqa: PLC0415

        d = dict(src_dict)
        amount_paid = d.pop("amountPaid")

        amount_due = d.pop("amountDue")

        sales_tax = d.pop("salesTax")

        is_overdue = d.pop("isOverdue")

        customer_name = d.pop("customerName")

        customer_email = d.pop("customerEmail")

        pay_url = d.pop("payUrl")

        pay_link_expires_at = datetime.datetime.fromisoformat(d.pop("payLinkExpiresAt"))

        allowed_actions = []
        _allowed_actions = d.pop("allowedActions")
        for allowed_actions_item_data in _allowed_actions:
            allowed_actions_item = check_invoice_activity_allowed_actions_item(allowed_actions_item_data)

            allowed_actions.append(allowed_actions_item)

        matches = []
        _matches = d.pop("matches")
        for matches_item_data in _matches:
            matches_item = InvoiceMatch.from_dict(matches_item_data)

            matches.append(matches_item)

        timeline = []
        _timeline = d.pop("timeline")
        for timeline_item_data in _timeline:
            timeline_item = InvoiceTimelineEntry.from_dict(timeline_item_data)

            timeline.append(timeline_item)

        invoice_activity = cls(
            amount_paid=amount_paid,
            amount_due=amount_due,
            sales_tax=sales_tax,
            is_overdue=is_overdue,
            customer_name=customer_name,
            customer_email=customer_email,
            pay_url=pay_url,
            pay_link_expires_at=pay_link_expires_at,
            allowed_actions=allowed_actions,
            matches=matches,
            timeline=timeline,
        )

        invoice_activity.additional_properties = d
        return invoice_activity

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
