from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.money_direction import MoneyDirection, check_money_direction

if TYPE_CHECKING:
    from ..models.spending_by_category import SpendingByCategory
    from ..models.spending_month import SpendingMonth


T = TypeVar("T", bound="Spending")


@_attrs_define
class Spending:
    """
    Attributes:
        start (str): The first month. A month in New York, YYYY-MM.
        end (str): The last month. A month in New York, YYYY-MM.
        direction (MoneyDirection):
        total (float): Always positive. US dollars.
        transactions (int): The number of transactions.
        months (list[SpendingMonth]): Every month of the range, oldest first.
        categories (list[SpendingByCategory]): Largest total first; transactions without a category last. Together, they
            are the total.
    """

    start: str
    end: str
    direction: MoneyDirection
    total: float
    transactions: int
    months: list[SpendingMonth]
    categories: list[SpendingByCategory]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        start = self.start

        end = self.end

        direction: str = self.direction

        total = self.total

        transactions = self.transactions

        months = []
        for months_item_data in self.months:
            months_item = months_item_data.to_dict()
            months.append(months_item)

        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.to_dict()
            categories.append(categories_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "start": start,
                "end": end,
                "direction": direction,
                "total": total,
                "transactions": transactions,
                "months": months,
                "categories": categories,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.spending_by_category import SpendingByCategory  # noqa: PLC0415
        from ..models.spending_month import SpendingMonth  # noqa: PLC0415

        d = dict(src_dict)
        start = d.pop("start")

        end = d.pop("end")

        direction = check_money_direction(d.pop("direction"))

        total = d.pop("total")

        transactions = d.pop("transactions")

        months = []
        _months = d.pop("months")
        for months_item_data in _months:
            months_item = SpendingMonth.from_dict(months_item_data)

            months.append(months_item)

        categories = []
        _categories = d.pop("categories")
        for categories_item_data in _categories:
            categories_item = SpendingByCategory.from_dict(categories_item_data)

            categories.append(categories_item)

        spending = cls(
            start=start,
            end=end,
            direction=direction,
            total=total,
            transactions=transactions,
            months=months,
            categories=categories,
        )

        spending.additional_properties = d
        return spending

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
