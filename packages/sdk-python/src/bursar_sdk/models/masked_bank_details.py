from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.ach_fields import AchFields
    from ..models.address import Address


T = TypeVar("T", bound="MaskedBankDetails")


@_attrs_define
class MaskedBankDetails:
    """Bank details with a masked account number.

    Attributes:
        account_number (str | Unset): Last four characters of the account number or IBAN.
        routing_number (str | Unset): ABA routing number.
        electronic_account_type (str | Unset): Account type.
        swift_code (str | Unset): The bank's BIC.
        bank_country (str | Unset): The bank's country.
        national_bank_code (str | Unset): The bank's national code, such as a BSB number or an IFSC.
        correspondent_swift_code (str | Unset): The correspondent bank's BIC.
        bank_name (str | Unset): Name of the bank.
        address (Address | Unset): An address.
        ach_fields (AchFields | Unset): What ACH files say in payments to this recipient, unless a payment says
            otherwise.
    """

    account_number: str | Unset = UNSET
    routing_number: str | Unset = UNSET
    electronic_account_type: str | Unset = UNSET
    swift_code: str | Unset = UNSET
    bank_country: str | Unset = UNSET
    national_bank_code: str | Unset = UNSET
    correspondent_swift_code: str | Unset = UNSET
    bank_name: str | Unset = UNSET
    address: Address | Unset = UNSET
    ach_fields: AchFields | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_number = self.account_number

        routing_number = self.routing_number

        electronic_account_type = self.electronic_account_type

        swift_code = self.swift_code

        bank_country = self.bank_country

        national_bank_code = self.national_bank_code

        correspondent_swift_code = self.correspondent_swift_code

        bank_name = self.bank_name

        address: dict[str, Any] | Unset = UNSET
        if not isinstance(self.address, Unset):
            address = self.address.to_dict()

        ach_fields: dict[str, Any] | Unset = UNSET
        if not isinstance(self.ach_fields, Unset):
            ach_fields = self.ach_fields.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if account_number is not UNSET:
            field_dict["accountNumber"] = account_number
        if routing_number is not UNSET:
            field_dict["routingNumber"] = routing_number
        if electronic_account_type is not UNSET:
            field_dict["electronicAccountType"] = electronic_account_type
        if swift_code is not UNSET:
            field_dict["swiftCode"] = swift_code
        if bank_country is not UNSET:
            field_dict["bankCountry"] = bank_country
        if national_bank_code is not UNSET:
            field_dict["nationalBankCode"] = national_bank_code
        if correspondent_swift_code is not UNSET:
            field_dict["correspondentSwiftCode"] = correspondent_swift_code
        if bank_name is not UNSET:
            field_dict["bankName"] = bank_name
        if address is not UNSET:
            field_dict["address"] = address
        if ach_fields is not UNSET:
            field_dict["achFields"] = ach_fields

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.ach_fields import AchFields  # noqa: PLC0415
        from ..models.address import Address  # noqa: PLC0415

        d = dict(src_dict)
        account_number = d.pop("accountNumber", UNSET)

        routing_number = d.pop("routingNumber", UNSET)

        electronic_account_type = d.pop("electronicAccountType", UNSET)

        swift_code = d.pop("swiftCode", UNSET)

        bank_country = d.pop("bankCountry", UNSET)

        national_bank_code = d.pop("nationalBankCode", UNSET)

        correspondent_swift_code = d.pop("correspondentSwiftCode", UNSET)

        bank_name = d.pop("bankName", UNSET)

        _address = d.pop("address", UNSET)
        address: Address | Unset
        if isinstance(_address, Unset):
            address = UNSET
        else:
            address = Address.from_dict(_address)

        _ach_fields = d.pop("achFields", UNSET)
        ach_fields: AchFields | Unset
        if isinstance(_ach_fields, Unset):
            ach_fields = UNSET
        else:
            ach_fields = AchFields.from_dict(_ach_fields)

        masked_bank_details = cls(
            account_number=account_number,
            routing_number=routing_number,
            electronic_account_type=electronic_account_type,
            swift_code=swift_code,
            bank_country=bank_country,
            national_bank_code=national_bank_code,
            correspondent_swift_code=correspondent_swift_code,
            bank_name=bank_name,
            address=address,
            ach_fields=ach_fields,
        )

        masked_bank_details.additional_properties = d
        return masked_bank_details

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
