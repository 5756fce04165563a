from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.check_info import CheckInfo
    from ..models.domestic_wire_routing_input import DomesticWireRoutingInput
    from ..models.electronic_routing_input import ElectronicRoutingInput
    from ..models.legacy_address import LegacyAddress
    from ..models.real_time_payment_routing_input import RealTimePaymentRoutingInput


T = TypeVar("T", bound="CreateRecipientRequest")


@_attrs_define
class CreateRecipientRequest:
    """
    Attributes:
        name (str): The recipient's name, as sent to the bank and printed on checks, in letters that can be written in
            Latin ones without accents (see `nameOnPayments`). A new name counts as a change of bank details.
        email (str | Unset): One email address: the same as `emails` with one.
        emails (list[str] | Unset): The recipient's email addresses; the first is shown as `email`.
        contact_email (None | str | Unset): Contact for questions to the recipient.
        nickname (None | str | Unset): Nickname used in the organization.
        is_business (bool | None | Unset): Whether the recipient is a business; derived from `electronicAccountType` if
            absent.
        electronic_routing_info (ElectronicRoutingInput | None | Unset):
        domestic_wire_routing_info (DomesticWireRoutingInput | None | Unset):
        real_time_payment_routing_info (None | RealTimePaymentRoutingInput | Unset):
        check_info (CheckInfo | None | Unset): Where checks are mailed: a US address.
        address (LegacyAddress | None | Unset):
        international_wire_routing_info (Any | Unset): Not accepted here: international details are entered through a
            recipient invite or in the dashboard. `null` removes them.
        payment_method (None | str | Unset): Accepted from older clients, but not used.
        payment_methods (Any | Unset): Accepted from older clients, but not used: the methods follow from the bank
            details.
        default_for_benefit_of (Any | Unset): Accepted from older clients, but not used.
        default_payment_method (None | str | Unset): Accepted from older clients, but not used: the default follows from
            the bank details.
        idempotency_key (None | str | Unset):
    """

    name: str
    email: str | Unset = UNSET
    emails: list[str] | Unset = UNSET
    contact_email: None | str | Unset = UNSET
    nickname: None | str | Unset = UNSET
    is_business: bool | None | Unset = UNSET
    electronic_routing_info: ElectronicRoutingInput | None | Unset = UNSET
    domestic_wire_routing_info: DomesticWireRoutingInput | None | Unset = UNSET
    real_time_payment_routing_info: None | RealTimePaymentRoutingInput | Unset = UNSET
    check_info: CheckInfo | None | Unset = UNSET
    address: LegacyAddress | None | Unset = UNSET
    international_wire_routing_info: Any | Unset = UNSET
    payment_method: None | str | Unset = UNSET
    payment_methods: Any | Unset = UNSET
    default_for_benefit_of: Any | Unset = UNSET
    default_payment_method: None | str | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.check_info import CheckInfo  # noqa: PLC0415
        from ..models.domestic_wire_routing_input import DomesticWireRoutingInput  # noqa: PLC0415
        from ..models.electronic_routing_input import ElectronicRoutingInput  # noqa: PLC0415
        from ..models.legacy_address import LegacyAddress  # noqa: PLC0415
        from ..models.real_time_payment_routing_input import RealTimePaymentRoutingInput  # noqa: PLC0415

        name = self.name

        email = self.email

        emails: list[str] | Unset = UNSET
        if not isinstance(self.emails, Unset):
            emails = self.emails

        contact_email: None | str | Unset
        if isinstance(self.contact_email, Unset):
            contact_email = UNSET
        else:
            contact_email = self.contact_email

        nickname: None | str | Unset
        if isinstance(self.nickname, Unset):
            nickname = UNSET
        else:
            nickname = self.nickname

        is_business: bool | None | Unset
        if isinstance(self.is_business, Unset):
            is_business = UNSET
        else:
            is_business = self.is_business

        electronic_routing_info: dict[str, Any] | None | Unset
        if isinstance(self.electronic_routing_info, Unset):
            electronic_routing_info = UNSET
        elif isinstance(self.electronic_routing_info, ElectronicRoutingInput):
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

        address: dict[str, Any] | None | Unset
        if isinstance(self.address, Unset):
            address = UNSET
        elif isinstance(self.address, LegacyAddress):
            address = self.address.to_dict()
        else:
            address = self.address

        international_wire_routing_info = self.international_wire_routing_info

        payment_method: None | str | Unset
        if isinstance(self.payment_method, Unset):
            payment_method = UNSET
        else:
            payment_method = self.payment_method

        payment_methods = self.payment_methods

        default_for_benefit_of = self.default_for_benefit_of

        default_payment_method: None | str | Unset
        if isinstance(self.default_payment_method, Unset):
            default_payment_method = UNSET
        else:
            default_payment_method = self.default_payment_method

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if email is not UNSET:
            field_dict["email"] = email
        if emails is not UNSET:
            field_dict["emails"] = emails
        if contact_email is not UNSET:
            field_dict["contactEmail"] = contact_email
        if nickname is not UNSET:
            field_dict["nickname"] = nickname
        if is_business is not UNSET:
            field_dict["isBusiness"] = is_business
        if electronic_routing_info is not UNSET:
            field_dict["electronicRoutingInfo"] = electronic_routing_info
        if domestic_wire_routing_info is not UNSET:
            field_dict["domesticWireRoutingInfo"] = domestic_wire_routing_info
        if real_time_payment_routing_info is not UNSET:
            field_dict["realTimePaymentRoutingInfo"] = real_time_payment_routing_info
        if check_info is not UNSET:
            field_dict["checkInfo"] = check_info
        if address is not UNSET:
            field_dict["address"] = address
        if international_wire_routing_info is not UNSET:
            field_dict["internationalWireRoutingInfo"] = international_wire_routing_info
        if payment_method is not UNSET:
            field_dict["paymentMethod"] = payment_method
        if payment_methods is not UNSET:
            field_dict["paymentMethods"] = payment_methods
        if default_for_benefit_of is not UNSET:
            field_dict["defaultForBenefitOf"] = default_for_benefit_of
        if default_payment_method is not UNSET:
            field_dict["defaultPaymentMethod"] = default_payment_method
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.check_info import CheckInfo  # noqa: PLC0415
        from ..models.domestic_wire_routing_input import DomesticWireRoutingInput  # noqa: PLC0415
        from ..models.electronic_routing_input import ElectronicRoutingInput  # noqa: PLC0415
        from ..models.legacy_address import LegacyAddress  # noqa: PLC0415
        from ..models.real_time_payment_routing_input import RealTimePaymentRoutingInput  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        email = d.pop("email", UNSET)

        emails = cast(list[str], d.pop("emails", UNSET))

        def _parse_contact_email(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        contact_email = _parse_contact_email(d.pop("contactEmail", UNSET))

        def _parse_nickname(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        nickname = _parse_nickname(d.pop("nickname", UNSET))

        def _parse_is_business(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        is_business = _parse_is_business(d.pop("isBusiness", UNSET))

        def _parse_electronic_routing_info(data: object) -> ElectronicRoutingInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                electronic_routing_info_type_0 = ElectronicRoutingInput.from_dict(data)

                return electronic_routing_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ElectronicRoutingInput | None | Unset, data)

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

        def _parse_address(data: object) -> LegacyAddress | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                address_type_0 = LegacyAddress.from_dict(data)

                return address_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LegacyAddress | None | Unset, data)

        address = _parse_address(d.pop("address", UNSET))

        international_wire_routing_info = d.pop("internationalWireRoutingInfo", UNSET)

        def _parse_payment_method(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        payment_method = _parse_payment_method(d.pop("paymentMethod", UNSET))

        payment_methods = d.pop("paymentMethods", UNSET)

        default_for_benefit_of = d.pop("defaultForBenefitOf", UNSET)

        def _parse_default_payment_method(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        default_payment_method = _parse_default_payment_method(d.pop("defaultPaymentMethod", UNSET))

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        create_recipient_request = cls(
            name=name,
            email=email,
            emails=emails,
            contact_email=contact_email,
            nickname=nickname,
            is_business=is_business,
            electronic_routing_info=electronic_routing_info,
            domestic_wire_routing_info=domestic_wire_routing_info,
            real_time_payment_routing_info=real_time_payment_routing_info,
            check_info=check_info,
            address=address,
            international_wire_routing_info=international_wire_routing_info,
            payment_method=payment_method,
            payment_methods=payment_methods,
            default_for_benefit_of=default_for_benefit_of,
            default_payment_method=default_payment_method,
            idempotency_key=idempotency_key,
        )

        return create_recipient_request
