from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.credit_card_info import CreditCardInfo
    from ..models.debit_card_info import DebitCardInfo
    from ..models.international_wire_routing_info import InternationalWireRoutingInfo
    from ..models.transaction_address import TransactionAddress
    from ..models.transaction_electronic_routing_info import TransactionElectronicRoutingInfo
    from ..models.transaction_wire_routing_info import TransactionWireRoutingInfo


T = TypeVar("T", bound="TransactionDetails")


@_attrs_define
class TransactionDetails:
    """The recipient's bank details at the time of the payment.

    Attributes:
        address (None | TransactionAddress):
        electronic_routing_info (None | TransactionElectronicRoutingInfo):
        domestic_wire_routing_info (None | TransactionWireRoutingInfo):
        international_wire_routing_info (InternationalWireRoutingInfo | None):
        credit_card_info (CreditCardInfo | None):
        debit_card_info (DebitCardInfo | None):
    """

    address: None | TransactionAddress
    electronic_routing_info: None | TransactionElectronicRoutingInfo
    domestic_wire_routing_info: None | TransactionWireRoutingInfo
    international_wire_routing_info: InternationalWireRoutingInfo | None
    credit_card_info: CreditCardInfo | None
    debit_card_info: DebitCardInfo | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.credit_card_info import CreditCardInfo  # noqa: PLC0415
        from ..models.debit_card_info import DebitCardInfo  # noqa: PLC0415
        from ..models.international_wire_routing_info import InternationalWireRoutingInfo  # noqa: PLC0415
        from ..models.transaction_address import TransactionAddress  # noqa: PLC0415
        from ..models.transaction_electronic_routing_info import TransactionElectronicRoutingInfo  # noqa: PLC0415
        from ..models.transaction_wire_routing_info import TransactionWireRoutingInfo  # noqa: PLC0415

        address: dict[str, Any] | None
        if isinstance(self.address, TransactionAddress):
            address = self.address.to_dict()
        else:
            address = self.address

        electronic_routing_info: dict[str, Any] | None
        if isinstance(self.electronic_routing_info, TransactionElectronicRoutingInfo):
            electronic_routing_info = self.electronic_routing_info.to_dict()
        else:
            electronic_routing_info = self.electronic_routing_info

        domestic_wire_routing_info: dict[str, Any] | None
        if isinstance(self.domestic_wire_routing_info, TransactionWireRoutingInfo):
            domestic_wire_routing_info = self.domestic_wire_routing_info.to_dict()
        else:
            domestic_wire_routing_info = self.domestic_wire_routing_info

        international_wire_routing_info: dict[str, Any] | None
        if isinstance(self.international_wire_routing_info, InternationalWireRoutingInfo):
            international_wire_routing_info = self.international_wire_routing_info.to_dict()
        else:
            international_wire_routing_info = self.international_wire_routing_info

        credit_card_info: dict[str, Any] | None
        if isinstance(self.credit_card_info, CreditCardInfo):
            credit_card_info = self.credit_card_info.to_dict()
        else:
            credit_card_info = self.credit_card_info

        debit_card_info: dict[str, Any] | None
        if isinstance(self.debit_card_info, DebitCardInfo):
            debit_card_info = self.debit_card_info.to_dict()
        else:
            debit_card_info = self.debit_card_info

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "address": address,
                "electronicRoutingInfo": electronic_routing_info,
                "domesticWireRoutingInfo": domestic_wire_routing_info,
                "internationalWireRoutingInfo": international_wire_routing_info,
                "creditCardInfo": credit_card_info,
                "debitCardInfo": debit_card_info,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.credit_card_info import CreditCardInfo  # noqa: PLC0415
        from ..models.debit_card_info import DebitCardInfo  # noqa: PLC0415
        from ..models.international_wire_routing_info import InternationalWireRoutingInfo  # noqa: PLC0415
        from ..models.transaction_address import TransactionAddress  # noqa: PLC0415
        from ..models.transaction_electronic_routing_info import TransactionElectronicRoutingInfo  # noqa: PLC0415
        from ..models.transaction_wire_routing_info import TransactionWireRoutingInfo  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_address(data: object) -> None | TransactionAddress:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                address_type_0 = TransactionAddress.from_dict(data)

                return address_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TransactionAddress, data)

        address = _parse_address(d.pop("address"))

        def _parse_electronic_routing_info(data: object) -> None | TransactionElectronicRoutingInfo:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                electronic_routing_info_type_0 = TransactionElectronicRoutingInfo.from_dict(data)

                return electronic_routing_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TransactionElectronicRoutingInfo, data)

        electronic_routing_info = _parse_electronic_routing_info(d.pop("electronicRoutingInfo"))

        def _parse_domestic_wire_routing_info(data: object) -> None | TransactionWireRoutingInfo:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                domestic_wire_routing_info_type_0 = TransactionWireRoutingInfo.from_dict(data)

                return domestic_wire_routing_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TransactionWireRoutingInfo, data)

        domestic_wire_routing_info = _parse_domestic_wire_routing_info(d.pop("domesticWireRoutingInfo"))

        def _parse_international_wire_routing_info(data: object) -> InternationalWireRoutingInfo | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                international_wire_routing_info_type_0 = InternationalWireRoutingInfo.from_dict(data)

                return international_wire_routing_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(InternationalWireRoutingInfo | None, data)

        international_wire_routing_info = _parse_international_wire_routing_info(d.pop("internationalWireRoutingInfo"))

        def _parse_credit_card_info(data: object) -> CreditCardInfo | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                credit_card_info_type_0 = CreditCardInfo.from_dict(data)

                return credit_card_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CreditCardInfo | None, data)

        credit_card_info = _parse_credit_card_info(d.pop("creditCardInfo"))

        def _parse_debit_card_info(data: object) -> DebitCardInfo | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                debit_card_info_type_0 = DebitCardInfo.from_dict(data)

                return debit_card_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DebitCardInfo | None, data)

        debit_card_info = _parse_debit_card_info(d.pop("debitCardInfo"))

        transaction_details = cls(
            address=address,
            electronic_routing_info=electronic_routing_info,
            domestic_wire_routing_info=domestic_wire_routing_info,
            international_wire_routing_info=international_wire_routing_info,
            credit_card_info=credit_card_info,
            debit_card_info=debit_card_info,
        )

        transaction_details.additional_properties = d
        return transaction_details

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
