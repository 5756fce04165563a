from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="MerchantData")


@_attrs_define
class MerchantData:
    """Card payments only.

    Attributes:
        id (None | str): The merchant.
        amount (int | None): In minor units of `currency`.
        currency (None | str): ISO 4217.
        category (None | str): The type of merchant.
        category_code (None | str): The merchant category code, four digits.
    """

    id: None | str
    amount: int | None
    currency: None | str
    category: None | str
    category_code: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id: None | str
        id = self.id

        amount: int | None
        amount = self.amount

        currency: None | str
        currency = self.currency

        category: None | str
        category = self.category

        category_code: None | str
        category_code = self.category_code

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "amount": amount,
                "currency": currency,
                "category": category,
                "categoryCode": category_code,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        id = _parse_id(d.pop("id"))

        def _parse_amount(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        amount = _parse_amount(d.pop("amount"))

        def _parse_currency(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        currency = _parse_currency(d.pop("currency"))

        def _parse_category(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        category = _parse_category(d.pop("category"))

        def _parse_category_code(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        category_code = _parse_category_code(d.pop("categoryCode"))

        merchant_data = cls(
            id=id,
            amount=amount,
            currency=currency,
            category=category,
            category_code=category_code,
        )

        merchant_data.additional_properties = d
        return merchant_data

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
