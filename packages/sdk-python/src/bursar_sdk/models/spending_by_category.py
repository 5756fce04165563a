from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SpendingByCategory")


@_attrs_define
class SpendingByCategory:
    """
    Attributes:
        category_id (None | UUID): The category; null: transactions without one.
        name (None | str): Its name; null for transactions without a category.
        deleted (bool): The category was deleted; its transactions keep it.
        total (float): Always positive. US dollars.
        transactions (int): The number of transactions.
        months (list[float]): Its total of each month, in the order of `months`.
    """

    category_id: None | UUID
    name: None | str
    deleted: bool
    total: float
    transactions: int
    months: list[float]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        category_id: None | str
        if isinstance(self.category_id, UUID):
            category_id = str(self.category_id)
        else:
            category_id = self.category_id

        name: None | str
        name = self.name

        deleted = self.deleted

        total = self.total

        transactions = self.transactions

        months = self.months

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "categoryId": category_id,
                "name": name,
                "deleted": deleted,
                "total": total,
                "transactions": transactions,
                "months": months,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_category_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                category_id_type_0 = UUID(data)

                return category_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        category_id = _parse_category_id(d.pop("categoryId"))

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        deleted = d.pop("deleted")

        total = d.pop("total")

        transactions = d.pop("transactions")

        months = cast(list[float], d.pop("months"))

        spending_by_category = cls(
            category_id=category_id,
            name=name,
            deleted=deleted,
            total=total,
            transactions=transactions,
            months=months,
        )

        spending_by_category.additional_properties = d
        return spending_by_category

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
