from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.aging_bucket import AgingBucket


T = TypeVar("T", bound="InvoicingOverview")


@_attrs_define
class InvoicingOverview:
    """What customers owe.

    Attributes:
        aging (list[AgingBucket]): All buckets, the youngest first.
        amount_due (float): What is due on all open invoices. US dollars.
        overdue (float): The part of it whose due date has passed. US dollars.
        paid_last_30_days (float): Invoices paid in the last 30 days. US dollars.
        credit (float): Matched payments beyond what was due. US dollars.
        open_payments (int): Incoming payments that are not matched, at most 1000.
    """

    aging: list[AgingBucket]
    amount_due: float
    overdue: float
    paid_last_30_days: float
    credit: float
    open_payments: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        aging = []
        for aging_item_data in self.aging:
            aging_item = aging_item_data.to_dict()
            aging.append(aging_item)

        amount_due = self.amount_due

        overdue = self.overdue

        paid_last_30_days = self.paid_last_30_days

        credit = self.credit

        open_payments = self.open_payments

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "aging": aging,
                "amountDue": amount_due,
                "overdue": overdue,
                "paidLast30Days": paid_last_30_days,
                "credit": credit,
                "openPayments": open_payments,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.aging_bucket import AgingBucket  # noqa: PLC0415

        d = dict(src_dict)
        aging = []
        _aging = d.pop("aging")
        for aging_item_data in _aging:
            aging_item = AgingBucket.from_dict(aging_item_data)

            aging.append(aging_item)

        amount_due = d.pop("amountDue")

        overdue = d.pop("overdue")

        paid_last_30_days = d.pop("paidLast30Days")

        credit = d.pop("credit")

        open_payments = d.pop("openPayments")

        invoicing_overview = cls(
            aging=aging,
            amount_due=amount_due,
            overdue=overdue,
            paid_last_30_days=paid_last_30_days,
            credit=credit,
            open_payments=open_payments,
        )

        invoicing_overview.additional_properties = d
        return invoicing_overview

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
