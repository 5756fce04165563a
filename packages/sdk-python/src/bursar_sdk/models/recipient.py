from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_method import PaymentMethod, check_payment_method
from ..models.recipient_status import RecipientStatus, check_recipient_status

if TYPE_CHECKING:
    from ..models.account_validation import AccountValidation
    from ..models.address import Address
    from ..models.check_info import CheckInfo
    from ..models.electronic_routing_info import ElectronicRoutingInfo
    from ..models.international_wire_routing_info import InternationalWireRoutingInfo
    from ..models.name_on_payment import NameOnPayment
    from ..models.named_address import NamedAddress
    from ..models.recipient_attachment import RecipientAttachment
    from ..models.wire_routing_info import WireRoutingInfo


T = TypeVar("T", bound="Recipient")


@_attrs_define
class Recipient:
    """A saved recipient.

    Attributes:
        id (UUID): The recipient.
        recipient_id (UUID): The same as `id`.
        name (str): The recipient's name.
        nickname (None | str): Nickname used in the organization.
        email (None | str): The first of `emails`.
        emails (list[str]): The recipient's email addresses.
        contact_email (None | str): Contact for questions to the recipient.
        is_business (bool | None): Whether the recipient is a business; null = unknown.
        status (RecipientStatus):
        default_payment_method (PaymentMethod):
        payable_by (list[PaymentMethod]): The available payment methods: those with details, directly or by fallback.
        electronic_routing_info (ElectronicRoutingInfo | None):
        domestic_wire_routing_info (None | WireRoutingInfo): Domestic wires.
        real_time_payment_routing_info (None | WireRoutingInfo): Real-time payments.
        international_wire_routing_info (InternationalWireRoutingInfo | None):
        check_info (CheckInfo | None): Checks.
        address (NamedAddress | None):
        default_address (Address | None):
        date_last_paid (datetime.datetime | None): When a payment to it was last sent.
        awaiting_confirmation (list[PaymentMethod]): Methods whose changed bank details wait for a second user; until
            then, payments use the details shown.
        proposed_name (None | str): A new name that waits for a second user; until then, payments use `name`.
        name_on_payments (list[NameOnPayment]): The name as payments by each available method carry it; empty if it
            cannot be written.
        name_problem (None | str): Why the name cannot be written in payments, and what to do; null if it can.
        account_validation (AccountValidation | None):
        invite_id (None | str): The invite that filled it.
        attachments (list[RecipientAttachment]): Its files, such as tax forms.
    """

    id: UUID
    recipient_id: UUID
    name: str
    nickname: None | str
    email: None | str
    emails: list[str]
    contact_email: None | str
    is_business: bool | None
    status: RecipientStatus
    default_payment_method: PaymentMethod
    payable_by: list[PaymentMethod]
    electronic_routing_info: ElectronicRoutingInfo | None
    domestic_wire_routing_info: None | WireRoutingInfo
    real_time_payment_routing_info: None | WireRoutingInfo
    international_wire_routing_info: InternationalWireRoutingInfo | None
    check_info: CheckInfo | None
    address: NamedAddress | None
    default_address: Address | None
    date_last_paid: datetime.datetime | None
    awaiting_confirmation: list[PaymentMethod]
    proposed_name: None | str
    name_on_payments: list[NameOnPayment]
    name_problem: None | str
    account_validation: AccountValidation | None
    invite_id: None | str
    attachments: list[RecipientAttachment]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.account_validation import AccountValidation  # noqa: PLC0415
        from ..models.address import Address  # noqa: PLC0415
        from ..models.check_info import CheckInfo  # noqa: PLC0415
        from ..models.electronic_routing_info import ElectronicRoutingInfo  # noqa: PLC0415
        from ..models.international_wire_routing_info import InternationalWireRoutingInfo  # noqa: PLC0415
        from ..models.named_address import NamedAddress  # noqa: PLC0415
        from ..models.wire_routing_info import WireRoutingInfo  # noqa: PLC0415

        id = str(self.id)

        recipient_id = str(self.recipient_id)

        name = self.name

        nickname: None | str
        nickname = self.nickname

        email: None | str
        email = self.email

        emails = self.emails

        contact_email: None | str
        contact_email = self.contact_email

        is_business: bool | None
        is_business = self.is_business

        status: str = self.status

        default_payment_method: str = self.default_payment_method

        payable_by = []
        for payable_by_item_data in self.payable_by:
            payable_by_item: str = payable_by_item_data
            payable_by.append(payable_by_item)

        electronic_routing_info: dict[str, Any] | None
        if isinstance(self.electronic_routing_info, ElectronicRoutingInfo):
            electronic_routing_info = self.electronic_routing_info.to_dict()
        else:
            electronic_routing_info = self.electronic_routing_info

        domestic_wire_routing_info: dict[str, Any] | None
        if isinstance(self.domestic_wire_routing_info, WireRoutingInfo):
            domestic_wire_routing_info = self.domestic_wire_routing_info.to_dict()
        else:
            domestic_wire_routing_info = self.domestic_wire_routing_info

        real_time_payment_routing_info: dict[str, Any] | None
        if isinstance(self.real_time_payment_routing_info, WireRoutingInfo):
            real_time_payment_routing_info = self.real_time_payment_routing_info.to_dict()
        else:
            real_time_payment_routing_info = self.real_time_payment_routing_info

        international_wire_routing_info: dict[str, Any] | None
        if isinstance(self.international_wire_routing_info, InternationalWireRoutingInfo):
            international_wire_routing_info = self.international_wire_routing_info.to_dict()
        else:
            international_wire_routing_info = self.international_wire_routing_info

        check_info: dict[str, Any] | None
        if isinstance(self.check_info, CheckInfo):
            check_info = self.check_info.to_dict()
        else:
            check_info = self.check_info

        address: dict[str, Any] | None
        if isinstance(self.address, NamedAddress):
            address = self.address.to_dict()
        else:
            address = self.address

        default_address: dict[str, Any] | None
        if isinstance(self.default_address, Address):
            default_address = self.default_address.to_dict()
        else:
            default_address = self.default_address

        date_last_paid: None | str
        if isinstance(self.date_last_paid, datetime.datetime):
            date_last_paid = self.date_last_paid.isoformat()
        else:
            date_last_paid = self.date_last_paid

        awaiting_confirmation = []
        for awaiting_confirmation_item_data in self.awaiting_confirmation:
            awaiting_confirmation_item: str = awaiting_confirmation_item_data
            awaiting_confirmation.append(awaiting_confirmation_item)

        proposed_name: None | str
        proposed_name = self.proposed_name

        name_on_payments = []
        for name_on_payments_item_data in self.name_on_payments:
            name_on_payments_item = name_on_payments_item_data.to_dict()
            name_on_payments.append(name_on_payments_item)

        name_problem: None | str
        name_problem = self.name_problem

        account_validation: dict[str, Any] | None
        if isinstance(self.account_validation, AccountValidation):
            account_validation = self.account_validation.to_dict()
        else:
            account_validation = self.account_validation

        invite_id: None | str
        invite_id = self.invite_id

        attachments = []
        for attachments_item_data in self.attachments:
            attachments_item = attachments_item_data.to_dict()
            attachments.append(attachments_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "recipientId": recipient_id,
                "name": name,
                "nickname": nickname,
                "email": email,
                "emails": emails,
                "contactEmail": contact_email,
                "isBusiness": is_business,
                "status": status,
                "defaultPaymentMethod": default_payment_method,
                "payableBy": payable_by,
                "electronicRoutingInfo": electronic_routing_info,
                "domesticWireRoutingInfo": domestic_wire_routing_info,
                "realTimePaymentRoutingInfo": real_time_payment_routing_info,
                "internationalWireRoutingInfo": international_wire_routing_info,
                "checkInfo": check_info,
                "address": address,
                "defaultAddress": default_address,
                "dateLastPaid": date_last_paid,
                "awaitingConfirmation": awaiting_confirmation,
                "proposedName": proposed_name,
                "nameOnPayments": name_on_payments,
                "nameProblem": name_problem,
                "accountValidation": account_validation,
                "inviteId": invite_id,
                "attachments": attachments,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.account_validation import AccountValidation  # noqa: PLC0415
        from ..models.address import Address  # noqa: PLC0415
        from ..models.check_info import CheckInfo  # noqa: PLC0415
        from ..models.electronic_routing_info import ElectronicRoutingInfo  # noqa: PLC0415
        from ..models.international_wire_routing_info import InternationalWireRoutingInfo  # noqa: PLC0415
        from ..models.name_on_payment import NameOnPayment  # noqa: PLC0415
        from ..models.named_address import NamedAddress  # noqa: PLC0415
        from ..models.recipient_attachment import RecipientAttachment  # noqa: PLC0415
        from ..models.wire_routing_info import WireRoutingInfo  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        recipient_id = UUID(d.pop("recipientId"))

        name = d.pop("name")

        def _parse_nickname(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        nickname = _parse_nickname(d.pop("nickname"))

        def _parse_email(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        email = _parse_email(d.pop("email"))

        emails = cast(list[str], d.pop("emails"))

        def _parse_contact_email(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        contact_email = _parse_contact_email(d.pop("contactEmail"))

        def _parse_is_business(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        is_business = _parse_is_business(d.pop("isBusiness"))

        status = check_recipient_status(d.pop("status"))

        default_payment_method = check_payment_method(d.pop("defaultPaymentMethod"))

        payable_by = []
        _payable_by = d.pop("payableBy")
        for payable_by_item_data in _payable_by:
            payable_by_item = check_payment_method(payable_by_item_data)

            payable_by.append(payable_by_item)

        def _parse_electronic_routing_info(data: object) -> ElectronicRoutingInfo | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                electronic_routing_info_type_0 = ElectronicRoutingInfo.from_dict(data)

                return electronic_routing_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ElectronicRoutingInfo | None, data)

        electronic_routing_info = _parse_electronic_routing_info(d.pop("electronicRoutingInfo"))

        def _parse_domestic_wire_routing_info(data: object) -> None | WireRoutingInfo:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                domestic_wire_routing_info_type_0 = WireRoutingInfo.from_dict(data)

                return domestic_wire_routing_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WireRoutingInfo, data)

        domestic_wire_routing_info = _parse_domestic_wire_routing_info(d.pop("domesticWireRoutingInfo"))

        def _parse_real_time_payment_routing_info(data: object) -> None | WireRoutingInfo:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                real_time_payment_routing_info_type_0 = WireRoutingInfo.from_dict(data)

                return real_time_payment_routing_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WireRoutingInfo, data)

        real_time_payment_routing_info = _parse_real_time_payment_routing_info(d.pop("realTimePaymentRoutingInfo"))

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

        def _parse_check_info(data: object) -> CheckInfo | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                check_info_type_0 = CheckInfo.from_dict(data)

                return check_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CheckInfo | None, data)

        check_info = _parse_check_info(d.pop("checkInfo"))

        def _parse_address(data: object) -> NamedAddress | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                address_type_0 = NamedAddress.from_dict(data)

                return address_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(NamedAddress | None, data)

        address = _parse_address(d.pop("address"))

        def _parse_default_address(data: object) -> Address | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                default_address_type_0 = Address.from_dict(data)

                return default_address_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Address | None, data)

        default_address = _parse_default_address(d.pop("defaultAddress"))

        def _parse_date_last_paid(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                date_last_paid_type_0 = datetime.datetime.fromisoformat(data)

                return date_last_paid_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        date_last_paid = _parse_date_last_paid(d.pop("dateLastPaid"))

        awaiting_confirmation = []
        _awaiting_confirmation = d.pop("awaitingConfirmation")
        for awaiting_confirmation_item_data in _awaiting_confirmation:
            awaiting_confirmation_item = check_payment_method(awaiting_confirmation_item_data)

            awaiting_confirmation.append(awaiting_confirmation_item)

        def _parse_proposed_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        proposed_name = _parse_proposed_name(d.pop("proposedName"))

        name_on_payments = []
        _name_on_payments = d.pop("nameOnPayments")
        for name_on_payments_item_data in _name_on_payments:
            name_on_payments_item = NameOnPayment.from_dict(name_on_payments_item_data)

            name_on_payments.append(name_on_payments_item)

        def _parse_name_problem(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name_problem = _parse_name_problem(d.pop("nameProblem"))

        def _parse_account_validation(data: object) -> AccountValidation | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                account_validation_type_0 = AccountValidation.from_dict(data)

                return account_validation_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AccountValidation | None, data)

        account_validation = _parse_account_validation(d.pop("accountValidation"))

        def _parse_invite_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        invite_id = _parse_invite_id(d.pop("inviteId"))

        attachments = []
        _attachments = d.pop("attachments")
        for attachments_item_data in _attachments:
            attachments_item = RecipientAttachment.from_dict(attachments_item_data)

            attachments.append(attachments_item)

        recipient = cls(
            id=id,
            recipient_id=recipient_id,
            name=name,
            nickname=nickname,
            email=email,
            emails=emails,
            contact_email=contact_email,
            is_business=is_business,
            status=status,
            default_payment_method=default_payment_method,
            payable_by=payable_by,
            electronic_routing_info=electronic_routing_info,
            domestic_wire_routing_info=domestic_wire_routing_info,
            real_time_payment_routing_info=real_time_payment_routing_info,
            international_wire_routing_info=international_wire_routing_info,
            check_info=check_info,
            address=address,
            default_address=default_address,
            date_last_paid=date_last_paid,
            awaiting_confirmation=awaiting_confirmation,
            proposed_name=proposed_name,
            name_on_payments=name_on_payments,
            name_problem=name_problem,
            account_validation=account_validation,
            invite_id=invite_id,
            attachments=attachments,
        )

        recipient.additional_properties = d
        return recipient

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
