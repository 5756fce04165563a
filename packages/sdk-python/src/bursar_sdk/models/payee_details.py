from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.check_info import CheckInfo
    from ..models.domestic_wire_routing_input import DomesticWireRoutingInput
    from ..models.international_details import InternationalDetails
    from ..models.payee_electronic_routing_input import PayeeElectronicRoutingInput
    from ..models.real_time_payment_routing_input import RealTimePaymentRoutingInput


T = TypeVar("T", bound="PayeeDetails")


@_attrs_define
class PayeeDetails:
    """
    Attributes:
        electronic_routing_info (None | PayeeElectronicRoutingInput | Unset):
        domestic_wire_routing_info (DomesticWireRoutingInput | None | Unset):
        real_time_payment_routing_info (None | RealTimePaymentRoutingInput | Unset):
        check_info (CheckInfo | None | Unset): Where checks are mailed: a US address.
        international_wire_routing_info (InternationalDetails | None | Unset):
    """

    electronic_routing_info: None | PayeeElectronicRoutingInput | Unset = UNSET
    domestic_wire_routing_info: DomesticWireRoutingInput | None | Unset = UNSET
    real_time_payment_routing_info: None | RealTimePaymentRoutingInput | Unset = UNSET
    check_info: CheckInfo | None | Unset = UNSET
    international_wire_routing_info: InternationalDetails | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.check_info import CheckInfo  # noqa: PLC0415
        from ..models.domestic_wire_routing_input import DomesticWireRoutingInput  # noqa: PLC0415
        from ..models.international_details import InternationalDetails  # noqa: PLC0415
        from ..models.payee_electronic_routing_input import PayeeElectronicRoutingInput  # noqa: PLC0415
        from ..models.real_time_payment_routing_input import RealTimePaymentRoutingInput  # noqa: PLC0415

        electronic_routing_info: dict[str, Any] | None | Unset
        if isinstance(self.electronic_routing_info, Unset):
            electronic_routing_info = UNSET
        elif isinstance(self.electronic_routing_info, PayeeElectronicRoutingInput):
            electronic_routing_info = self.electronic_routing_info.to_dict()
        else:
            electronic_routing_info = self.electronic_routing_info

        domestic_wire_routing_info: dict[str, Any] | None | Unset
        if isinstance(self.domestic_wire_routing_info, Unset):
            domestic_wire_routing_info = UNSET
        elif isinstance(self.domestic_wire_routing_info, DomesticWireRoutingInput):
            domestic_wire_routing_info = self.domestic_wire_routing_info.to_dict()
        else:
            domestic_wire_routing_info = self.domestic_wire_routing_info

        real_time_payment_routing_info: dict[str, Any] | None | Unset
        if isinstance(self.real_time_payment_routing_info, Unset):
            real_time_payment_routing_info = UNSET
        elif isinstance(self.real_time_payment_routing_info, RealTimePaymentRoutingInput):
            real_time_payment_routing_info = self.real_time_payment_routing_info.to_dict()
        else:
            real_time_payment_routing_info = self.real_time_payment_routing_info

        check_info: dict[str, Any] | None | Unset
        if isinstance(self.check_info, Unset):
            check_info = UNSET
        elif isinstance(self.check_info, CheckInfo):
            check_info = self.check_info.to_dict()
        else:
            check_info = self.check_info

        international_wire_routing_info: dict[str, Any] | None | Unset
        if isinstance(self.international_wire_routing_info, Unset):
            international_wire_routing_info = UNSET
        elif isinstance(self.international_wire_routing_info, InternationalDetails):
            international_wire_routing_info = self.international_wire_routing_info.to_dict()
        else:
            international_wire_routing_info = self.international_wire_routing_info

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if electronic_routing_info is not UNSET:
            field_dict["electronicRoutingInfo"] = electronic_routing_info
        if domestic_wire_routing_info is not UNSET:
            field_dict["domesticWireRoutingInfo"] = domestic_wire_routing_info
        if real_time_payment_routing_info is not UNSET:
            field_dict["realTimePaymentRoutingInfo"] = real_time_payment_routing_info
        if check_info is not UNSET:
            field_dict["checkInfo"] = check_info
        if international_wire_routing_info is not UNSET:
            field_dict["internationalWireRoutingInfo"] = international_wire_routing_info

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.check_info import CheckInfo  # noqa: PLC0415
        from ..models.domestic_wire_routing_input import DomesticWireRoutingInput  # noqa: PLC0415
        from ..models.international_details import InternationalDetails  # noqa: PLC0415
        from ..models.payee_electronic_routing_input import PayeeElectronicRoutingInput  # noqa: PLC0415
        from ..models.real_time_payment_routing_input import RealTimePaymentRoutingInput  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_electronic_routing_info(data: object) -> None | PayeeElectronicRoutingInput | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                electronic_routing_info_type_0 = PayeeElectronicRoutingInput.from_dict(data)

                return electronic_routing_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PayeeElectronicRoutingInput | Unset, data)

        electronic_routing_info = _parse_electronic_routing_info(d.pop("electronicRoutingInfo", UNSET))

        def _parse_domestic_wire_routing_info(data: object) -> DomesticWireRoutingInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                domestic_wire_routing_info_type_0 = DomesticWireRoutingInput.from_dict(data)

                return domestic_wire_routing_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DomesticWireRoutingInput | None | Unset, data)

        domestic_wire_routing_info = _parse_domestic_wire_routing_info(d.pop("domesticWireRoutingInfo", UNSET))

        def _parse_real_time_payment_routing_info(data: object) -> None | RealTimePaymentRoutingInput | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                real_time_payment_routing_info_type_0 = RealTimePaymentRoutingInput.from_dict(data)

                return real_time_payment_routing_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RealTimePaymentRoutingInput | Unset, data)

        real_time_payment_routing_info = _parse_real_time_payment_routing_info(
            d.pop("realTimePaymentRoutingInfo", UNSET)
        )

        def _parse_check_info(data: object) -> CheckInfo | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                check_info_type_0 = CheckInfo.from_dict(data)

                return check_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CheckInfo | None | Unset, data)

        check_info = _parse_check_info(d.pop("checkInfo", UNSET))

        def _parse_international_wire_routing_info(data: object) -> InternationalDetails | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                international_wire_routing_info_type_0 = InternationalDetails.from_dict(data)

                return international_wire_routing_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(InternationalDetails | None | Unset, data)

        international_wire_routing_info = _parse_international_wire_routing_info(
            d.pop("internationalWireRoutingInfo", UNSET)
        )

        payee_details = cls(
            electronic_routing_info=electronic_routing_info,
            domestic_wire_routing_info=domestic_wire_routing_info,
            real_time_payment_routing_info=real_time_payment_routing_info,
            check_info=check_info,
            international_wire_routing_info=international_wire_routing_info,
        )

        return payee_details
