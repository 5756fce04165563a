from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_undo_action import PaymentUndoAction, check_payment_undo_action
from ..models.payment_undo_kind import PaymentUndoKind, check_payment_undo_kind
from ..models.payment_undo_reason import PaymentUndoReason, check_payment_undo_reason
from ..models.payment_undo_state import PaymentUndoState, check_payment_undo_state

if TYPE_CHECKING:
    from ..models.payment_undo_review import PaymentUndoReview


T = TypeVar("T", bound="PaymentUndo")


@_attrs_define
class PaymentUndo:
    """A request to reverse or recall a payment at the bank.

    Attributes:
        id (UUID): The request.
        transaction_id (UUID): The payment.
        kind (PaymentUndoKind): `reversal`: an ACH debit takes the money back. `recall`: the recipient's bank is asked
            to return a wire or a real-time payment.
        state (PaymentUndoState): `requested`: people have to approve it. `approved`: it goes to the bank in the next
            file. `filed`: it is in a file, whose content is not stored yet. `sent`: its file goes to the bank, or the bank
            has it and has not decided. `pending`: the bank has not decided, and says so. `granted`: the recipient's bank
            agrees to return the money, which is on its way. `succeeded`: the money is back, or the payment was stopped.
            `refused`: the bank or the recipient's bank refused it. `takenBack`: the recipient's bank returned the reversal
            later, so the recipient has the money again. `withdrawn`: it was withdrawn before it was sent. `declined`: an
            approver declined it. `expired`: it was not sent in time. `overtaken`: the payment ended without it.
        amount (float): The amount of the payment. US dollars.
        counterparty_name (str): The recipient's name at the time of the payment.
        reason (PaymentUndoReason): Why the payment is undone. Reversals: `duplicate`, `wrongAmount`, `wrongRecipient`,
            or `wrongDate`. Recalls: all but `wrongDate`.
        note (None | str): What the requester adds, for approvers.
        requested_at (datetime.datetime): When it was requested.
        requested_by_user_id (None | UUID): The requester, or the creator of the token.
        requested_by_token_id (None | UUID): The token that requested it.
        approvals (list[PaymentUndoReview]): Who has decided, oldest first.
        approvals_required (int): How many approvals the rule requires.
        send_by (datetime.datetime | None): A reversal expires if it has not left by then; null for recalls.
        sent_at (datetime.datetime | None): When its file was made for the bank.
        counts_at (datetime.datetime | None): Reversal: when the money counts as back if the entry is not returned.
        code (None | str): The bank's reason, or a code of ours that begins with BF-.
        code_meaning (None | str): The reason in words.
        ended_at (datetime.datetime | None): When it ended.
        allowed_actions (list[PaymentUndoAction]): What the signed-in user may do now; empty for tokens. The decision
            checks again.
    """

    id: UUID
    transaction_id: UUID
    kind: PaymentUndoKind
    state: PaymentUndoState
    amount: float
    counterparty_name: str
    reason: PaymentUndoReason
    note: None | str
    requested_at: datetime.datetime
    requested_by_user_id: None | UUID
    requested_by_token_id: None | UUID
    approvals: list[PaymentUndoReview]
    approvals_required: int
    send_by: datetime.datetime | None
    sent_at: datetime.datetime | None
    counts_at: datetime.datetime | None
    code: None | str
    code_meaning: None | str
    ended_at: datetime.datetime | None
    allowed_actions: list[PaymentUndoAction]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        transaction_id = str(self.transaction_id)

        kind: str = self.kind

        state: str = self.state

        amount = self.amount

        counterparty_name = self.counterparty_name

        reason: str = self.reason

        note: None | str
        note = self.note

        requested_at = self.requested_at.isoformat()

        requested_by_user_id: None | str
        if isinstance(self.requested_by_user_id, UUID):
            requested_by_user_id = str(self.requested_by_user_id)
        else:
            requested_by_user_id = self.requested_by_user_id

        requested_by_token_id: None | str
        if isinstance(self.requested_by_token_id, UUID):
            requested_by_token_id = str(self.requested_by_token_id)
        else:
            requested_by_token_id = self.requested_by_token_id

        approvals = []
        for approvals_item_data in self.approvals:
            approvals_item = approvals_item_data.to_dict()
            approvals.append(approvals_item)

        approvals_required = self.approvals_required

        send_by: None | str
        if isinstance(self.send_by, datetime.datetime):
            send_by = self.send_by.isoformat()
        else:
            send_by = self.send_by

        sent_at: None | str
        if isinstance(self.sent_at, datetime.datetime):
            sent_at = self.sent_at.isoformat()
        else:
            sent_at = self.sent_at

        counts_at: None | str
        if isinstance(self.counts_at, datetime.datetime):
            counts_at = self.counts_at.isoformat()
        else:
            counts_at = self.counts_at

        code: None | str
        code = self.code

        code_meaning: None | str
        code_meaning = self.code_meaning

        ended_at: None | str
        if isinstance(self.ended_at, datetime.datetime):
            ended_at = self.ended_at.isoformat()
        else:
            ended_at = self.ended_at

        allowed_actions = []
        for allowed_actions_item_data in self.allowed_actions:
            allowed_actions_item: str = allowed_actions_item_data
            allowed_actions.append(allowed_actions_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "transactionId": transaction_id,
                "kind": kind,
                "state": state,
                "amount": amount,
                "counterpartyName": counterparty_name,
                "reason": reason,
                "note": note,
                "requestedAt": requested_at,
                "requestedByUserId": requested_by_user_id,
                "requestedByTokenId": requested_by_token_id,
                "approvals": approvals,
                "approvalsRequired": approvals_required,
                "sendBy": send_by,
                "sentAt": sent_at,
                "countsAt": counts_at,
                "code": code,
                "codeMeaning": code_meaning,
                "endedAt": ended_at,
                "allowedActions": allowed_actions,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.payment_undo_review import PaymentUndoReview  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        transaction_id = UUID(d.pop("transactionId"))

        kind = check_payment_undo_kind(d.pop("kind"))

        state = check_payment_undo_state(d.pop("state"))

        amount = d.pop("amount")

        counterparty_name = d.pop("counterpartyName")

        reason = check_payment_undo_reason(d.pop("reason"))

        def _parse_note(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        note = _parse_note(d.pop("note"))

        requested_at = datetime.datetime.fromisoformat(d.pop("requestedAt"))

        def _parse_requested_by_user_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                requested_by_user_id_type_0 = UUID(data)

                return requested_by_user_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        requested_by_user_id = _parse_requested_by_user_id(d.pop("requestedByUserId"))

        def _parse_requested_by_token_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                requested_by_token_id_type_0 = UUID(data)

                return requested_by_token_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        requested_by_token_id = _parse_requested_by_token_id(d.pop("requestedByTokenId"))

        approvals = []
        _approvals = d.pop("approvals")
        for approvals_item_data in _approvals:
            approvals_item = PaymentUndoReview.from_dict(approvals_item_data)

            approvals.append(approvals_item)

        approvals_required = d.pop("approvalsRequired")

        def _parse_send_by(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                send_by_type_0 = datetime.datetime.fromisoformat(data)

                return send_by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        send_by = _parse_send_by(d.pop("sendBy"))

        def _parse_sent_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sent_at_type_0 = datetime.datetime.fromisoformat(data)

                return sent_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        sent_at = _parse_sent_at(d.pop("sentAt"))

        def _parse_counts_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                counts_at_type_0 = datetime.datetime.fromisoformat(data)

                return counts_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        counts_at = _parse_counts_at(d.pop("countsAt"))

        def _parse_code(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        code = _parse_code(d.pop("code"))

        def _parse_code_meaning(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        code_meaning = _parse_code_meaning(d.pop("codeMeaning"))

        def _parse_ended_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                ended_at_type_0 = datetime.datetime.fromisoformat(data)

                return ended_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        ended_at = _parse_ended_at(d.pop("endedAt"))

        allowed_actions = []
        _allowed_actions = d.pop("allowedActions")
        for allowed_actions_item_data in _allowed_actions:
            allowed_actions_item = check_payment_undo_action(allowed_actions_item_data)

            allowed_actions.append(allowed_actions_item)

        payment_undo = cls(
            id=id,
            transaction_id=transaction_id,
            kind=kind,
            state=state,
            amount=amount,
            counterparty_name=counterparty_name,
            reason=reason,
            note=note,
            requested_at=requested_at,
            requested_by_user_id=requested_by_user_id,
            requested_by_token_id=requested_by_token_id,
            approvals=approvals,
            approvals_required=approvals_required,
            send_by=send_by,
            sent_at=sent_at,
            counts_at=counts_at,
            code=code,
            code_meaning=code_meaning,
            ended_at=ended_at,
            allowed_actions=allowed_actions,
        )

        payment_undo.additional_properties = d
        return payment_undo

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
