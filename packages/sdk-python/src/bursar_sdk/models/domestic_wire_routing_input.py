from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.address import Address


T = TypeVar("T", bound="DomesticWireRoutingInput")


@_attrs_define
class DomesticWireRoutingInput:
    """Bank details for domestic wires. A wire includes the recipient's address.

    Attributes:
        account_number (str): US account number, 4 to 17 digits.
        routing_number (str): ABA routing number, nine digits.
        address (Address): An address.
        bank_name (None | str | Unset): Name of the bank.
    """

    account_number: str
    routing_number: str
    address: Address
    bank_name: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        account_number = self.account_number

        routing_number = self.routing_number

        address = self.address.to_dict()

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
                "address": address,
            }
        )
        if bank_name is not UNSET:
            field_dict["bankName"] = bank_name

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.address import Address  # noqa: PLC0415

        d = dict(src_dict)
        account_number = d.pop("accountNumber")

        routing_number = d.pop("routingNumber")

        address = Address.from_dict(d.pop("address"))

        def _parse_bank_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        bank_name = _parse_bank_name(d.pop("bankName", UNSET))

        domestic_wire_routing_input = cls(
            account_number=account_number,
            routing_number=routing_number,
            address=address,
            bank_name=bank_name,
        )

        return domestic_wire_routing_input
