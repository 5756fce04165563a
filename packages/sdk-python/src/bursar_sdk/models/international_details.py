from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.address import Address
    from ..models.correspondent_input import CorrespondentInput


T = TypeVar("T", bound="InternationalDetails")


@_attrs_define
class InternationalDetails:
    """Bank details for international wires.

    Attributes:
        iban (str): The account's IBAN, or the account number where the bank's country does not use IBANs; spaces do not
            matter.
        swift_code (str): The bank's BIC (SWIFT code).
        bank_name (str): Name of the bank.
        address (Address | None | Unset):
        national_bank_code (None | str | Unset): BSB number (Australia), institution and transit number (Canada), IFSC
            (India), or branch code (South Africa); required for banks there.
        correspondent_info (CorrespondentInput | None | Unset):
    """

    iban: str
    swift_code: str
    bank_name: str
    address: Address | None | Unset = UNSET
    national_bank_code: None | str | Unset = UNSET
    correspondent_info: CorrespondentInput | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.address import Address  # noqa: PLC0415
        from ..models.correspondent_input import CorrespondentInput  # noqa: PLC0415

        iban = self.iban

        swift_code = self.swift_code

        bank_name = self.bank_name

        address: dict[str, Any] | None | Unset
        if isinstance(self.address, Unset):
            address = UNSET
        elif isinstance(self.address, Address):
            address = self.address.to_dict()
        else:
            address = self.address

        national_bank_code: None | str | Unset
        if isinstance(self.national_bank_code, Unset):
            national_bank_code = UNSET
        else:
            national_bank_code = self.national_bank_code

        correspondent_info: dict[str, Any] | None | Unset
        if isinstance(self.correspondent_info, Unset):
            correspondent_info = UNSET
        elif isinstance(self.correspondent_info, CorrespondentInput):
            correspondent_info = self.correspondent_info.to_dict()
        else:
            correspondent_info = self.correspondent_info

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "iban": iban,
                "swiftCode": swift_code,
                "bankName": bank_name,
            }
        )
        if address is not UNSET:
            field_dict["address"] = address
        if national_bank_code is not UNSET:
            field_dict["nationalBankCode"] = national_bank_code
        if correspondent_info is not UNSET:
            field_dict["correspondentInfo"] = correspondent_info

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.address import Address  # noqa: PLC0415
        from ..models.correspondent_input import CorrespondentInput  # noqa: PLC0415

        d = dict(src_dict)
        iban = d.pop("iban")

        swift_code = d.pop("swiftCode")

        bank_name = d.pop("bankName")

        def _parse_address(data: object) -> Address | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                address_type_0 = Address.from_dict(data)

                return address_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Address | None | Unset, data)

        address = _parse_address(d.pop("address", UNSET))

        def _parse_national_bank_code(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        national_bank_code = _parse_national_bank_code(d.pop("nationalBankCode", UNSET))

        def _parse_correspondent_info(data: object) -> CorrespondentInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                correspondent_info_type_0 = CorrespondentInput.from_dict(data)

                return correspondent_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CorrespondentInput | None | Unset, data)

        correspondent_info = _parse_correspondent_info(d.pop("correspondentInfo", UNSET))

        international_details = cls(
            iban=iban,
            swift_code=swift_code,
            bank_name=bank_name,
            address=address,
            national_bank_code=national_bank_code,
            correspondent_info=correspondent_info,
        )

        return international_details
