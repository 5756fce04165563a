from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.bank_file_item_kind import BankFileItemKind, check_bank_file_item_kind
from ..models.bank_file_item_state import BankFileItemState, check_bank_file_item_state
from ..models.bank_rail import BankRail, check_bank_rail

T = TypeVar("T", bound="BankFileItem")


@_attrs_define
class BankFileItem:
    """Something in a received file that could not be applied.

    Attributes:
        id (UUID): The item.
        file_id (UUID): The received file.
        file_name (None | str): Its name at the bank.
        rail (BankRail):
        state (BankFileItemState): `open`: a person has to look at it. `assigned`: two people said which payment it is
            about, and it was applied. `ignored`: a person decided that nothing follows from it, and noted why. `applied`:
            the file was processed again, and it fits now.
        kind (BankFileItemKind): `unknownPayment`: no payment has its number. `contradiction`: it contradicts what was
            sent, or what the bank has said. `unknownCode`, `unreadable`: it cannot be understood. `otherEntry`: it is no
            answer to a payment. `dispute`: another bank disputes a return. `otherCompany`, `otherAccount`: it is about a
            company or an account that is not in the books.
        place (str): Where it is in the file.
        reason (str): Why it was not applied, as a sentence.
        code (None | str): The bank's reason code.
        reference (None | str): By which the bank names the payment.
        amount (float | None): In `currency`.
        currency (None | str): Of the amount.
        subject (None | str): The other company or account, masked.
        assignable (bool): It says something that can be applied to a payment.
        ignorable (bool): Later items about the same company or account can be ignored from the start.
        transaction_id (None | UUID): The payment that it seems to be about, or was assigned to.
        next_step (None | str): What to do; null if nothing.
        act_by (datetime.date | None): The last day for it. A date in New York, YYYY-MM-DD.
        recorded_at (datetime.datetime): When the file was processed.
        note (None | str): What a person wrote when deciding.
        decided_at (datetime.datetime | None): When it was decided.
    """

    id: UUID
    file_id: UUID
    file_name: None | str
    rail: BankRail
    state: BankFileItemState
    kind: BankFileItemKind
    place: str
    reason: str
    code: None | str
    reference: None | str
    amount: float | None
    currency: None | str
    subject: None | str
    assignable: bool
    ignorable: bool
    transaction_id: None | UUID
    next_step: None | str
    act_by: datetime.date | None
    recorded_at: datetime.datetime
    note: None | str
    decided_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        file_id = str(self.file_id)

        file_name: None | str
        file_name = self.file_name

        rail: str = self.rail

        state: str = self.state

        kind: str = self.kind

        place = self.place

        reason = self.reason

        code: None | str
        code = self.code

        reference: None | str
        reference = self.reference

        amount: float | None
        amount = self.amount

        currency: None | str
        currency = self.currency

        subject: None | str
        subject = self.subject

        assignable = self.assignable

        ignorable = self.ignorable

        transaction_id: None | str
        if isinstance(self.transaction_id, UUID):
            transaction_id = str(self.transaction_id)
        else:
            transaction_id = self.transaction_id

        next_step: None | str
        next_step = self.next_step

        act_by: None | str
        if isinstance(self.act_by, datetime.date):
            act_by = self.act_by.isoformat()
        else:
            act_by = self.act_by

        recorded_at = self.recorded_at.isoformat()

        note: None | str
        note = self.note

        decided_at: None | str
        if isinstance(self.decided_at, datetime.datetime):
            decided_at = self.decided_at.isoformat()
        else:
            decided_at = self.decided_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "fileId": file_id,
                "fileName": file_name,
                "rail": rail,
                "state": state,
                "kind": kind,
                "place": place,
                "reason": reason,
                "code": code,
                "reference": reference,
                "amount": amount,
                "currency": currency,
                "subject": subject,
                "assignable": assignable,
                "ignorable": ignorable,
                "transactionId": transaction_id,
                "nextStep": next_step,
                "actBy": act_by,
                "recordedAt": recorded_at,
                "note": note,
                "decidedAt": decided_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        file_id = UUID(d.pop("fileId"))

        def _parse_file_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        file_name = _parse_file_name(d.pop("fileName"))

        rail = check_bank_rail(d.pop("rail"))

        state = check_bank_file_item_state(d.pop("state"))

        kind = check_bank_file_item_kind(d.pop("kind"))

        place = d.pop("place")

        reason = d.pop("reason")

        def _parse_code(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        code = _parse_code(d.pop("code"))

        def _parse_reference(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reference = _parse_reference(d.pop("reference"))

        def _parse_amount(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        amount = _parse_amount(d.pop("amount"))

        def _parse_currency(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        currency = _parse_currency(d.pop("currency"))

        def _parse_subject(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        subject = _parse_subject(d.pop("subject"))

        assignable = d.pop("assignable")

        ignorable = d.pop("ignorable")

        def _parse_transaction_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                transaction_id_type_0 = UUID(data)

                return transaction_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        transaction_id = _parse_transaction_id(d.pop("transactionId"))

        def _parse_next_step(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_step = _parse_next_step(d.pop("nextStep"))

        def _parse_act_by(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                act_by_type_0 = datetime.date.fromisoformat(data)

                return act_by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        act_by = _parse_act_by(d.pop("actBy"))

        recorded_at = datetime.datetime.fromisoformat(d.pop("recordedAt"))

        def _parse_note(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        note = _parse_note(d.pop("note"))

        def _parse_decided_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                decided_at_type_0 = datetime.datetime.fromisoformat(data)

                return decided_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        decided_at = _parse_decided_at(d.pop("decidedAt"))

        bank_file_item = cls(
            id=id,
            file_id=file_id,
            file_name=file_name,
            rail=rail,
            state=state,
            kind=kind,
            place=place,
            reason=reason,
            code=code,
            reference=reference,
            amount=amount,
            currency=currency,
            subject=subject,
            assignable=assignable,
            ignorable=ignorable,
            transaction_id=transaction_id,
            next_step=next_step,
            act_by=act_by,
            recorded_at=recorded_at,
            note=note,
            decided_at=decided_at,
        )

        bank_file_item.additional_properties = d
        return bank_file_item

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
