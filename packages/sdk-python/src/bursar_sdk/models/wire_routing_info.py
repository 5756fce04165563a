from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.address import Address


T = TypeVar("T", bound="WireRoutingInfo")


@_attrs_define
class WireRoutingInfo:
    """
    Attributes:
        account_number (str): The full number for tokens with `fetchRecipients`, otherwise its last four digits:
            `••••6789`. Signed-in users can reveal it with a separate request.
        routing_number (str): ABA routing number.
        bank_name (None | str): Name of the bank.
        address (Address | None):
    """

    account_number: str
    routing_number: str
    bank_name: None | str
    address: Address | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.address import Address  # noqa: PLC0415

        account_number = self.account_number

        routing_number = self.routing_number

        bank_name: None | str
        bank_name = self.bank_name

        address: dict[str, Any] | None
        if isinstance(self.address, Address):
            address = self.address.to_dict()
        else:
            address = self.address

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountNumber": account_number,
                "routingNumber": routing_number,
                "bankName": bank_name,
                "address": address,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.address import Address  # noqa: PLC0415

        d = dict(src_dict)
        account_number = d.pop("accountNumber")

        routing_number = d.pop("routingNumber")

        def _parse_bank_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        bank_name = _parse_bank_name(d.pop("bankName"))

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

        wire_routing_info = cls(
            account_number=account_number,
            routing_number=routing_number,
            bank_name=bank_name,
            address=address,
        )

        wire_routing_info.additional_properties = d
        return wire_routing_info

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
