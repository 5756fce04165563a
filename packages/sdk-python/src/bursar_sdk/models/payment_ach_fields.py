from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.payment_ach_fields_settlement_type_1 import (
    PaymentAchFieldsSettlementType1,
    check_payment_ach_fields_settlement_type_1,
)
from ..models.payment_ach_fields_settlement_type_2_type_1 import (
    PaymentAchFieldsSettlementType2Type1,
    check_payment_ach_fields_settlement_type_2_type_1,
)
from ..models.payment_ach_fields_settlement_type_3_type_1 import (
    PaymentAchFieldsSettlementType3Type1,
    check_payment_ach_fields_settlement_type_3_type_1,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="PaymentAchFields")


@_attrs_define
class PaymentAchFields:
    """ACH only: what the file says about this payment, instead of what its recipient or the bank connection says, and when
    it settles.

        Attributes:
            company_entry_description (None | str | Unset): Company Entry Description, 10 characters: what the recipient
                sees as the purpose, such as `RENT`. `PAYROLL` is prescribed for wages paid to personal accounts, and is set by
                the purpose `employee`.
            company_discretionary_data (None | str | Unset): Company Discretionary Data, 20 characters: what the originating
                bank wants there, such as the number of the account that pays.
            individual_identification_number (None | str | Unset): Individual Identification Number, 15 characters: by which
                the recipient knows the payment, such as a customer number. Without one, the end of the transaction's ID.
            settlement (None | PaymentAchFieldsSettlementType1 | PaymentAchFieldsSettlementType2Type1 |
                PaymentAchFieldsSettlementType3Type1 | Unset): `sameDay`: the payment is refused unless it settles on the day it
                is sent. `nextDay`: it settles on the next banking day, although the bank offers more. Otherwise, it settles as
                early as the bank offers.
    """

    company_entry_description: None | str | Unset = UNSET
    company_discretionary_data: None | str | Unset = UNSET
    individual_identification_number: None | str | Unset = UNSET
    settlement: (
        None
        | PaymentAchFieldsSettlementType1
        | PaymentAchFieldsSettlementType2Type1
        | PaymentAchFieldsSettlementType3Type1
        | Unset
    ) = UNSET

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

        settlement: None | str | Unset
        if isinstance(self.settlement, Unset):
            settlement = UNSET
        elif isinstance(self.settlement, str):
            settlement = self.settlement
        elif isinstance(self.settlement, str):
            settlement = self.settlement
        elif isinstance(self.settlement, str):
            settlement = self.settlement
        else:
            settlement = self.settlement

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if company_entry_description is not UNSET:
            field_dict["companyEntryDescription"] = company_entry_description
        if company_discretionary_data is not UNSET:
            field_dict["companyDiscretionaryData"] = company_discretionary_data
        if individual_identification_number is not UNSET:
            field_dict["individualIdentificationNumber"] = individual_identification_number
        if settlement is not UNSET:
            field_dict["settlement"] = settlement

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

        def _parse_settlement(
            data: object,
        ) -> (
            None
            | PaymentAchFieldsSettlementType1
            | PaymentAchFieldsSettlementType2Type1
            | PaymentAchFieldsSettlementType3Type1
            | Unset
        ):
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                settlement_type_1 = check_payment_ach_fields_settlement_type_1(data)

                return settlement_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                settlement_type_2_type_1 = check_payment_ach_fields_settlement_type_2_type_1(data)

                return settlement_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                settlement_type_3_type_1 = check_payment_ach_fields_settlement_type_3_type_1(data)

                return settlement_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                None
                | PaymentAchFieldsSettlementType1
                | PaymentAchFieldsSettlementType2Type1
                | PaymentAchFieldsSettlementType3Type1
                | Unset,
                data,
            )

        settlement = _parse_settlement(d.pop("settlement", UNSET))

        payment_ach_fields = cls(
            company_entry_description=company_entry_description,
            company_discretionary_data=company_discretionary_data,
            individual_identification_number=individual_identification_number,
            settlement=settlement,
        )

        return payment_ach_fields
