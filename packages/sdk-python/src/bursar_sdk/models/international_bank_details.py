from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="InternationalBankDetails")


@_attrs_define
class InternationalBankDetails:
    """The bank.

    Attributes:
        bank_name (str): Name of the bank.
        bank_city_state (str): City and state of the bank; may be empty.
        bank_country (str): Country of the bank, ISO 3166-1 alpha-2.
    """

    bank_name: str
    bank_city_state: str
    bank_country: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bank_name = self.bank_name

        bank_city_state = self.bank_city_state

        bank_country = self.bank_country

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bankName": bank_name,
                "bankCityState": bank_city_state,
                "bankCountry": bank_country,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        bank_name = d.pop("bankName")

        bank_city_state = d.pop("bankCityState")

        bank_country = d.pop("bankCountry")

        international_bank_details = cls(
            bank_name=bank_name,
            bank_city_state=bank_city_state,
            bank_country=bank_country,
        )

        international_bank_details.additional_properties = d
        return international_bank_details

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
