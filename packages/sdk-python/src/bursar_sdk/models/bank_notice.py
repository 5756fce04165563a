from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.bank_notice_kind import BankNoticeKind, check_bank_notice_kind
from ..models.bank_notice_outcome import BankNoticeOutcome, check_bank_notice_outcome

T = TypeVar("T", bound="BankNotice")


@_attrs_define
class BankNotice:
    """A notice from a bank that may require action.

    Attributes:
        id (UUID): The notice.
        kind (BankNoticeKind): `changeOfDetails`: the recipient's bank corrects bank details. `lateReturn`: a return
            after its deadline. `dishonoredReturn`, `contestedReturn`: a bank does not accept a return, or that it was
            dishonored. `reversalReturned`: a reversal came back after its money counted. `paidBackTwice`: a payment came
            back while its reversal was on its way.
        code (str): The network's code, such as C01 or R03, or a code of ours that begins with BF-.
        meaning (str): What the bank says, as a sentence.
        correction (None | str): What it corrects, with account numbers masked.
        outcome (BankNoticeOutcome | None):
        todo (None | str): What to do; null if nothing.
        act_by (datetime.date): The last day for it. A date in New York, YYYY-MM-DD.
        recipient_id (UUID): The recipient.
        recipient_name (None | str): Its name.
        transaction_id (UUID): The payment.
        file_id (UUID): The bank file that says it.
        received_at (datetime.datetime): When it was received.
        done_at (datetime.datetime | None): When it was completed.
    """

    id: UUID
    kind: BankNoticeKind
    code: str
    meaning: str
    correction: None | str
    outcome: BankNoticeOutcome | None
    todo: None | str
    act_by: datetime.date
    recipient_id: UUID
    recipient_name: None | str
    transaction_id: UUID
    file_id: UUID
    received_at: datetime.datetime
    done_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        kind: str = self.kind

        code = self.code

        meaning = self.meaning

        correction: None | str
        correction = self.correction

        outcome: None | str
        if isinstance(self.outcome, str):
            outcome = self.outcome
        else:
            outcome = self.outcome

        todo: None | str
        todo = self.todo

        act_by = self.act_by.isoformat()

        recipient_id = str(self.recipient_id)

        recipient_name: None | str
        recipient_name = self.recipient_name

        transaction_id = str(self.transaction_id)

        file_id = str(self.file_id)

        received_at = self.received_at.isoformat()

        done_at: None | str
        if isinstance(self.done_at, datetime.datetime):
            done_at = self.done_at.isoformat()
        else:
            done_at = self.done_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "code": code,
                "meaning": meaning,
                "correction": correction,
                "outcome": outcome,
                "todo": todo,
                "actBy": act_by,
                "recipientId": recipient_id,
                "recipientName": recipient_name,
                "transactionId": transaction_id,
                "fileId": file_id,
                "receivedAt": received_at,
                "doneAt": done_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        kind = check_bank_notice_kind(d.pop("kind"))

        code = d.pop("code")

        meaning = d.pop("meaning")

        def _parse_correction(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        correction = _parse_correction(d.pop("correction"))

        def _parse_outcome(data: object) -> BankNoticeOutcome | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                outcome_type_0 = check_bank_notice_outcome(data)

                return outcome_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BankNoticeOutcome | None, data)

        outcome = _parse_outcome(d.pop("outcome"))

        def _parse_todo(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        todo = _parse_todo(d.pop("todo"))

        act_by = datetime.date.fromisoformat(d.pop("actBy"))

        recipient_id = UUID(d.pop("recipientId"))

        def _parse_recipient_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        recipient_name = _parse_recipient_name(d.pop("recipientName"))

        transaction_id = UUID(d.pop("transactionId"))

        file_id = UUID(d.pop("fileId"))

        received_at = datetime.datetime.fromisoformat(d.pop("receivedAt"))

        def _parse_done_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                done_at_type_0 = datetime.datetime.fromisoformat(data)

                return done_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        done_at = _parse_done_at(d.pop("doneAt"))

        bank_notice = cls(
            id=id,
            kind=kind,
            code=code,
            meaning=meaning,
            correction=correction,
            outcome=outcome,
            todo=todo,
            act_by=act_by,
            recipient_id=recipient_id,
            recipient_name=recipient_name,
            transaction_id=transaction_id,
            file_id=file_id,
            received_at=received_at,
            done_at=done_at,
        )

        bank_notice.additional_properties = d
        return bank_notice

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
