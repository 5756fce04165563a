from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.electronic_account_type import ElectronicAccountType, check_electronic_account_type
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.ach_fields import AchFields
    from ..models.address import Address


T = TypeVar("T", bound="ElectronicRoutingInput")


@_attrs_define
class ElectronicRoutingInput:
    """Bank details for ACH; also used for real-time payments without their own.

    Attributes:
        account_number (str): US account number, 4 to 17 digits.
        routing_number (str): ABA routing number, nine digits.
        electronic_account_type (ElectronicAccountType):
        address (Address | None | Unset):
        bank_name (None | str | Unset): Name of the bank.
        ach_fields (AchFields | None | Unset):
    """

    account_number: str
    routing_number: str
    electronic_account_type: ElectronicAccountType
    address: Address | None | Unset = UNSET
    bank_name: None | str | Unset = UNSET
    ach_fields: AchFields | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.ach_fields import AchFields  # noqa: PLC0415
        from ..models.address import Address  # noqa: PLC0415

        account_number = self.account_number

        routing_number = self.routing_number

        electronic_account_type: str = self.electronic_account_type

        address: dict[str, Any] | None | Unset
        if isinstance(self.address, Unset):
            address = UNSET
        elif isinstance(self.address, Address):
            address = self.address.to_dict()
        else:
            address = self.address

        bank_name: None | str | Unset
        if isinstance(self.bank_name, Unset):
            bank_name = UNSET
        else:
            bank_name = self.bank_name

        ach_fields: dict[str, Any] | None | Unset
        if isinstance(self.ach_fields, Unset):
            ach_fields = UNSET
        elif isinstance(self.ach_fields, AchFields):
            ach_fields = self.ach_fields.to_dict()
        else:
            ach_fields = self.ach_fields

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "accountNumber": account_number,
                "routingNumber": routing_number,
                "electronicAccountType": electronic_account_type,
            }
        )
        if address is not UNSET:
            field_dict["address"] = address
        if bank_name is not UNSET:
            field_dict["bankName"] = bank_name
        if ach_fields is not UNSET:
            field_dict["achFields"] = ach_fields

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.ach_fields import AchFields  # noqa: PLC0415
        from ..models.address import Address  # noqa: PLC0415

        d = dict(src_dict)
        account_number = d.pop("accountNumber")

        routing_number = d.pop("routingNumber")

        electronic_account_type = check_electronic_account_type(d.pop("electronicAccountType"))

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

        def _parse_bank_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        bank_name = _parse_bank_name(d.pop("bankName", UNSET))

        def _parse_ach_fields(data: object) -> AchFields | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                ach_fields_type_0 = AchFields.from_dict(data)

                return ach_fields_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AchFields | None | Unset, data)

        ach_fields = _parse_ach_fields(d.pop("achFields", UNSET))

        electronic_routing_input = cls(
            account_number=account_number,
            routing_number=routing_number,
            electronic_account_type=electronic_account_type,
            address=address,
            bank_name=bank_name,
            ach_fields=ach_fields,
        )

        return electronic_routing_input
