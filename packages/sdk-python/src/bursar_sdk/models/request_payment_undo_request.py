from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.payment_undo_reason import PaymentUndoReason, check_payment_undo_reason
from ..types import UNSET, Unset

T = TypeVar("T", bound="RequestPaymentUndoRequest")


@_attrs_define
class RequestPaymentUndoRequest:
    """
    Attributes:
        reason (PaymentUndoReason): Why the payment is undone. Reversals: `duplicate`, `wrongAmount`, `wrongRecipient`,
            or `wrongDate`. Recalls: all but `wrongDate`.
        note (None | str | Unset): For approvers; null or empty for none.
        idempotency_key (None | str | Unset):
    """

    reason: PaymentUndoReason
    note: None | str | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        reason: str = self.reason

        note: None | str | Unset
        if isinstance(self.note, Unset):
            note = UNSET
        else:
            note = self.note

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "reason": reason,
            }
        )
        if note is not UNSET:
            field_dict["note"] = note
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        reason = check_payment_undo_reason(d.pop("reason"))

        def _parse_note(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        note = _parse_note(d.pop("note", UNSET))

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        request_payment_undo_request = cls(
            reason=reason,
            note=note,
            idempotency_key=idempotency_key,
        )

        return request_payment_undo_request
