from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="AchFields")


@_attrs_define
class AchFields:
    """What ACH files say in payments to this recipient, unless a payment says otherwise.

    Attributes:
        company_entry_description (None | str | Unset): Company Entry Description, 10 characters: what the recipient
            sees as the purpose, such as `RENT`. `PAYROLL` is prescribed for wages paid to personal accounts, and is set by
            the purpose `employee`.
        company_discretionary_data (None | str | Unset): Company Discretionary Data, 20 characters: what the originating
            bank wants there, such as the number of the account that pays.
        individual_identification_number (None | str | Unset): Individual Identification Number, 15 characters: by which
            the recipient knows the payment, such as a customer number. Without one, the end of the transaction's ID.
    """

    company_entry_description: None | str | Unset = UNSET
    company_discretionary_data: None | str | Unset = UNSET
    individual_identification_number: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        company_entry_description: None | str | Unset
        if isinstance(self.company_entry_description, Unset):
            company_entry_description = UNSET
        else:
            company_entry_description = self.company_entry_description

        company_discretionary_data: None | str | Unset
        if isinstance(self.company_discretionary_data, Unset):
            company_discretionary_data = UNSET
        else:
            company_discretionary_data = self.company_discretionary_data

        individual_identification_number: None | str | Unset
        if isinstance(self.individual_identification_number, Unset):
            individual_identification_number = UNSET
        else:
            individual_identification_number = self.individual_identification_number

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if company_entry_description is not UNSET:
            field_dict["companyEntryDescription"] = company_entry_description
        if company_discretionary_data is not UNSET:
            field_dict["companyDiscretionaryData"] = company_discretionary_data
        if individual_identification_number is not UNSET:
            field_dict["individualIdentificationNumber"] = individual_identification_number

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_company_entry_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        company_entry_description = _parse_company_entry_description(d.pop("companyEntryDescription", UNSET))

        def _parse_company_discretionary_data(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        company_discretionary_data = _parse_company_discretionary_data(d.pop("companyDiscretionaryData", UNSET))

        def _parse_individual_identification_number(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        individual_identification_number = _parse_individual_identification_number(
            d.pop("individualIdentificationNumber", UNSET)
        )

        ach_fields = cls(
            company_entry_description=company_entry_description,
            company_discretionary_data=company_discretionary_data,
            individual_identification_number=individual_identification_number,
        )

        return ach_fields
