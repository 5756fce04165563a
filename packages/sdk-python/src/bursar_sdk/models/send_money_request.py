from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.payment_method import PaymentMethod, check_payment_method
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.payment_ach_fields import PaymentAchFields
    from ..models.purpose import Purpose


T = TypeVar("T", bound="SendMoneyRequest")


@_attrs_define
class SendMoneyRequest:
    """
    Attributes:
        recipient_id (UUID): The recipient.
        amount (float): The amount. US dollars, at most two decimals.
        payment_method (PaymentMethod):
        idempotency_key (None | str | Unset):
        note (None | str | Unset): Internal note.
        external_memo (None | str | Unset): What the recipient sees; length and characters depend on the method.
        purpose (None | Purpose | str | Unset):
        ach_fields (None | PaymentAchFields | Unset):
    """

    recipient_id: UUID
    amount: float
    payment_method: PaymentMethod
    idempotency_key: None | str | Unset = UNSET
    note: None | str | Unset = UNSET
    external_memo: None | str | Unset = UNSET
    purpose: None | Purpose | str | Unset = UNSET
    ach_fields: None | PaymentAchFields | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.payment_ach_fields import PaymentAchFields  # noqa: PLC0415
        from ..models.purpose import Purpose  # noqa: PLC0415

        recipient_id = str(self.recipient_id)

        amount = self.amount

        payment_method: str = self.payment_method

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        note: None | str | Unset
        if isinstance(self.note, Unset):
            note = UNSET
        else:
            note = self.note

        external_memo: None | str | Unset
        if isinstance(self.external_memo, Unset):
            external_memo = UNSET
        else:
            external_memo = self.external_memo

        purpose: dict[str, Any] | None | str | Unset
        if isinstance(self.purpose, Unset):
            purpose = UNSET
        elif isinstance(self.purpose, Purpose):
            purpose = self.purpose.to_dict()
        else:
            purpose = self.purpose

        ach_fields: dict[str, Any] | None | Unset
        if isinstance(self.ach_fields, Unset):
            ach_fields = UNSET
        elif isinstance(self.ach_fields, PaymentAchFields):
            ach_fields = self.ach_fields.to_dict()
        else:
            ach_fields = self.ach_fields

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "recipientId": recipient_id,
                "amount": amount,
                "paymentMethod": payment_method,
            }
        )
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key
        if note is not UNSET:
            field_dict["note"] = note
        if external_memo is not UNSET:
            field_dict["externalMemo"] = external_memo
        if purpose is not UNSET:
            field_dict["purpose"] = purpose
        if ach_fields is not UNSET:
            field_dict["achFields"] = ach_fields

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.payment_ach_fields import PaymentAchFields  # noqa: PLC0415
        from ..models.purpose import Purpose  # noqa: PLC0415

        d = dict(src_dict)
        recipient_id = UUID(d.pop("recipientId"))

        amount = d.pop("amount")

        payment_method = check_payment_method(d.pop("paymentMethod"))

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        def _parse_note(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        note = _parse_note(d.pop("note", UNSET))

        def _parse_external_memo(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        external_memo = _parse_external_memo(d.pop("externalMemo", UNSET))

        def _parse_purpose(data: object) -> None | Purpose | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_payment_purpose_type_1 = Purpose.from_dict(data)

                return componentsschemas_payment_purpose_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Purpose | str | Unset, data)

        purpose = _parse_purpose(d.pop("purpose", UNSET))

        def _parse_ach_fields(data: object) -> None | PaymentAchFields | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                ach_fields_type_0 = PaymentAchFields.from_dict(data)

                return ach_fields_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PaymentAchFields | Unset, data)

        ach_fields = _parse_ach_fields(d.pop("achFields", UNSET))

        send_money_request = cls(
            recipient_id=recipient_id,
            amount=amount,
            payment_method=payment_method,
            idempotency_key=idempotency_key,
            note=note,
            external_memo=external_memo,
            purpose=purpose,
            ach_fields=ach_fields,
        )

        return send_money_request
