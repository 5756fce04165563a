from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.address import Address
    from ..models.correspondent_info import CorrespondentInfo
    from ..models.international_bank_details import InternationalBankDetails
    from ..models.international_wire_routing_info_country_specific import InternationalWireRoutingInfoCountrySpecific


T = TypeVar("T", bound="InternationalWireRoutingInfo")


@_attrs_define
class InternationalWireRoutingInfo:
    """International wires.

    Attributes:
        iban (str): The full number for tokens with `fetchRecipients`, otherwise its last four digits: `••••6789`.
            Signed-in users can reveal it with a separate request.
        swift_code (str): The bank's BIC (SWIFT code).
        country_specific (InternationalWireRoutingInfoCountrySpecific): Numbers that a country requires, by country;
            empty if none.
        address (Address | None):
        bank_details (InternationalBankDetails | None):
        correspondent_info (CorrespondentInfo | None):
        email_address (None | str): The recipient's email address.
        phone_number (None | str): The recipient's phone number.
    """

    iban: str
    swift_code: str
    country_specific: InternationalWireRoutingInfoCountrySpecific
    address: Address | None
    bank_details: InternationalBankDetails | None
    correspondent_info: CorrespondentInfo | None
    email_address: None | str
    phone_number: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.address import Address  # noqa: PLC0415
        from ..models.correspondent_info import CorrespondentInfo  # noqa: PLC0415
        from ..models.international_bank_details import InternationalBankDetails  # noqa: PLC0415

        iban = self.iban

        swift_code = self.swift_code

        country_specific = self.country_specific.to_dict()

        address: dict[str, Any] | None
        if isinstance(self.address, Address):
            address = self.address.to_dict()
        else:
            address = self.address

        bank_details: dict[str, Any] | None
        if isinstance(self.bank_details, InternationalBankDetails):
            bank_details = self.bank_details.to_dict()
        else:
            bank_details = self.bank_details

        correspondent_info: dict[str, Any] | None
        if isinstance(self.correspondent_info, CorrespondentInfo):
            correspondent_info = self.correspondent_info.to_dict()
        else:
            correspondent_info = self.correspondent_info

        email_address: None | str
        email_address = self.email_address

        phone_number: None | str
        phone_number = self.phone_number

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "iban": iban,
                "swiftCode": swift_code,
                "countrySpecific": country_specific,
                "address": address,
                "bankDetails": bank_details,
                "correspondentInfo": correspondent_info,
                "emailAddress": email_address,
                "phoneNumber": phone_number,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.address import Address  # noqa: PLC0415
        from ..models.correspondent_info import CorrespondentInfo  # noqa: PLC0415
        from ..models.international_bank_details import InternationalBankDetails  # noqa: PLC0415
        from ..models.international_wire_routing_info_country_specific import (
            InternationalWireRoutingInfoCountrySpecific,  # noqa: PLC0415
        )

        d = dict(src_dict)
        iban = d.pop("iban")

        swift_code = d.pop("swiftCode")

        country_specific = InternationalWireRoutingInfoCountrySpecific.from_dict(d.pop("countrySpecific"))

        def _parse_address(data: object) -> Address | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                address_type_0 = Address.from_dict(data)

                return address_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Address | None, data)

        address = _parse_address(d.pop("address"))

        def _parse_bank_details(data: object) -> InternationalBankDetails | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                bank_details_type_0 = InternationalBankDetails.from_dict(data)

                return bank_details_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(InternationalBankDetails | None, data)

        bank_details = _parse_bank_details(d.pop("bankDetails"))

        def _parse_correspondent_info(data: object) -> CorrespondentInfo | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                correspondent_info_type_0 = CorrespondentInfo.from_dict(data)

                return correspondent_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CorrespondentInfo | None, data)

        correspondent_info = _parse_correspondent_info(d.pop("correspondentInfo"))

        def _parse_email_address(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        email_address = _parse_email_address(d.pop("emailAddress"))

        def _parse_phone_number(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        phone_number = _parse_phone_number(d.pop("phoneNumber"))

        international_wire_routing_info = cls(
            iban=iban,
            swift_code=swift_code,
            country_specific=country_specific,
            address=address,
            bank_details=bank_details,
            correspondent_info=correspondent_info,
            email_address=email_address,
            phone_number=phone_number,
        )

        international_wire_routing_info.additional_properties = d
        return international_wire_routing_info

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
