from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.address import Address


T = TypeVar("T", bound="RealTimePaymentRoutingInput")


@_attrs_define
class RealTimePaymentRoutingInput:
    """Bank details for real-time payments.

    Attributes:
        account_number (str): US account number, 4 to 17 digits.
        routing_number (str): ABA routing number, nine digits.
        address (Address | None | Unset):
        bank_name (None | str | Unset): Name of the bank.
    """

    account_number: str
    routing_number: str
    address: Address | None | Unset = UNSET
    bank_name: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.address import Address  # noqa: PLC0415

        account_number = self.account_number

        routing_number = self.routing_number

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

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "accountNumber": account_number,
                "routingNumber": routing_number,
            }
        )
        if address is not UNSET:
            field_dict["address"] = address
        if bank_name is not UNSET:
            field_dict["bankName"] = bank_name

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.address import Address  # noqa: PLC0415

        d = dict(src_dict)
        account_number = d.pop("accountNumber")

        routing_number = d.pop("routingNumber")

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

        real_time_payment_routing_input = cls(
            account_number=account_number,
            routing_number=routing_number,
            address=address,
            bank_name=bank_name,
        )

        return real_time_payment_routing_input
