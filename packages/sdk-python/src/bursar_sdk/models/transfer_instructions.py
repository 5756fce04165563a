from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TransferInstructions")


@_attrs_define
class TransferInstructions:
    """Where to send a transfer; null if nothing is due.

    Attributes:
        beneficiary (str): The holder of the account.
        routing_number (str): ABA routing number.
        account_number (str): Account number.
        reference (str): Belongs into the transfer's memo.
    """

    beneficiary: str
    routing_number: str
    account_number: str
    reference: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        beneficiary = self.beneficiary

        routing_number = self.routing_number

        account_number = self.account_number

        reference = self.reference

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "beneficiary": beneficiary,
                "routingNumber": routing_number,
                "accountNumber": account_number,
                "reference": reference,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        beneficiary = d.pop("beneficiary")

        routing_number = d.pop("routingNumber")

        account_number = d.pop("accountNumber")

        reference = d.pop("reference")

        transfer_instructions = cls(
            beneficiary=beneficiary,
            routing_number=routing_number,
            account_number=account_number,
            reference=reference,
        )

        transfer_instructions.additional_properties = d
        return transfer_instructions

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
