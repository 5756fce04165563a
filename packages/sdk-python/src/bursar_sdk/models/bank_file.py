from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.bank_file_direction import BankFileDirection, check_bank_file_direction
from ..models.bank_file_format import BankFileFormat, check_bank_file_format
from ..models.bank_file_state import BankFileState, check_bank_file_state
from ..models.bank_rail import BankRail, check_bank_rail
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.bank_file_item import BankFileItem
    from ..models.bank_file_payment import BankFilePayment
    from ..models.bank_file_tolerance import BankFileTolerance


T = TypeVar("T", bound="BankFile")


@_attrs_define
class BankFile:
    """A file sent to a bank or received from one.

    Attributes:
        id (UUID): The file.
        direction (BankFileDirection):
        rail (BankRail):
        format_ (BankFileFormat | None): Null if not recognized.
        name (None | str): Its name at the bank.
        created_at (datetime.datetime): When it was written or received.
        state (BankFileState):
        transactions (int): How many payments, answers, or movements it contains.
        open_items (int): How many of them could not be applied and wait for a person.
        bytes_ (int | None): Its size.
        sha256 (None | str): SHA-256 of its content, in hexadecimal digits.
        connection_id (UUID): The bank connection.
        reason (None | str): Why it is in its state, or the last problem.
        message_id (None | str): The ID of its message, such as `MsgId`.
        sent_at (datetime.datetime | None): When the bank had it.
        answer_due_at (datetime.datetime | None): When the bank should have answered.
        answered_at (datetime.datetime | None): When the bank answered.
        processed_at (datetime.datetime | None): When it was applied.
        repeats_file_id (None | UUID): The first file with this content.
        tolerated (list[BankFileTolerance]): How a received file differs from its format in what cannot change its
            meaning.
        payments (list[BankFilePayment] | Unset): At most 1,000. Not in lists.
        next_position (int | Unset): Pass as `payments_after` to get more payments. Absent after the last.
        items (list[BankFileItem] | Unset): What could not be applied, decided or not: at most 1,000. Not in lists.
    """

    id: UUID
    direction: BankFileDirection
    rail: BankRail
    format_: BankFileFormat | None
    name: None | str
    created_at: datetime.datetime
    state: BankFileState
    transactions: int
    open_items: int
    bytes_: int | None
    sha256: None | str
    connection_id: UUID
    reason: None | str
    message_id: None | str
    sent_at: datetime.datetime | None
    answer_due_at: datetime.datetime | None
    answered_at: datetime.datetime | None
    processed_at: datetime.datetime | None
    repeats_file_id: None | UUID
    tolerated: list[BankFileTolerance]
    payments: list[BankFilePayment] | Unset = UNSET
    next_position: int | Unset = UNSET
    items: list[BankFileItem] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        direction: str = self.direction

        rail: str = self.rail

        format_: None | str
        if isinstance(self.format_, str):
            format_ = self.format_
        else:
            format_ = self.format_

        name: None | str
        name = self.name

        created_at = self.created_at.isoformat()

        state: str = self.state

        transactions = self.transactions

        open_items = self.open_items

        bytes_: int | None
        bytes_ = self.bytes_

        sha256: None | str
        sha256 = self.sha256

        connection_id = str(self.connection_id)

        reason: None | str
        reason = self.reason

        message_id: None | str
        message_id = self.message_id

        sent_at: None | str
        if isinstance(self.sent_at, datetime.datetime):
            sent_at = self.sent_at.isoformat()
        else:
            sent_at = self.sent_at

        answer_due_at: None | str
        if isinstance(self.answer_due_at, datetime.datetime):
            answer_due_at = self.answer_due_at.isoformat()
        else:
            answer_due_at = self.answer_due_at

        answered_at: None | str
        if isinstance(self.answered_at, datetime.datetime):
            answered_at = self.answered_at.isoformat()
        else:
            answered_at = self.answered_at

        processed_at: None | str
        if isinstance(self.processed_at, datetime.datetime):
            processed_at = self.processed_at.isoformat()
        else:
            processed_at = self.processed_at

        repeats_file_id: None | str
        if isinstance(self.repeats_file_id, UUID):
            repeats_file_id = str(self.repeats_file_id)
        else:
            repeats_file_id = self.repeats_file_id

        tolerated = []
        for tolerated_item_data in self.tolerated:
            tolerated_item = tolerated_item_data.to_dict()
            tolerated.append(tolerated_item)

        payments: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.payments, Unset):
            payments = []
            for payments_item_data in self.payments:
                payments_item = payments_item_data.to_dict()
                payments.append(payments_item)

        next_position = self.next_position

        items: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.items, Unset):
            items = []
            for items_item_data in self.items:
                items_item = items_item_data.to_dict()
                items.append(items_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "direction": direction,
                "rail": rail,
                "format": format_,
                "name": name,
                "createdAt": created_at,
                "state": state,
                "transactions": transactions,
                "openItems": open_items,
                "bytes": bytes_,
                "sha256": sha256,
                "connectionId": connection_id,
                "reason": reason,
                "messageId": message_id,
                "sentAt": sent_at,
                "answerDueAt": answer_due_at,
                "answeredAt": answered_at,
                "processedAt": processed_at,
                "repeatsFileId": repeats_file_id,
                "tolerated": tolerated,
            }
        )
        if payments is not UNSET:
            field_dict["payments"] = payments
        if next_position is not UNSET:
            field_dict["nextPosition"] = next_position
        if items is not UNSET:
            field_dict["items"] = items

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bank_file_item import BankFileItem  # noqa: PLC0415
        from ..models.bank_file_payment import BankFilePayment  # noqa: PLC0415
        from ..models.bank_file_tolerance import BankFileTolerance  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        direction = check_bank_file_direction(d.pop("direction"))

        rail = check_bank_rail(d.pop("rail"))

        def _parse_format_(data: object) -> BankFileFormat | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                format_type_0 = check_bank_file_format(data)

                return format_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BankFileFormat | None, data)

        format_ = _parse_format_(d.pop("format"))

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        state = check_bank_file_state(d.pop("state"))

        transactions = d.pop("transactions")

        open_items = d.pop("openItems")

        def _parse_bytes_(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        bytes_ = _parse_bytes_(d.pop("bytes"))

        def _parse_sha256(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        sha256 = _parse_sha256(d.pop("sha256"))

        connection_id = UUID(d.pop("connectionId"))

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        def _parse_message_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        message_id = _parse_message_id(d.pop("messageId"))

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

        def _parse_answer_due_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                answer_due_at_type_0 = datetime.datetime.fromisoformat(data)

                return answer_due_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        answer_due_at = _parse_answer_due_at(d.pop("answerDueAt"))

        def _parse_answered_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                answered_at_type_0 = datetime.datetime.fromisoformat(data)

                return answered_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        answered_at = _parse_answered_at(d.pop("answeredAt"))

        def _parse_processed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                processed_at_type_0 = datetime.datetime.fromisoformat(data)

                return processed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        processed_at = _parse_processed_at(d.pop("processedAt"))

        def _parse_repeats_file_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                repeats_file_id_type_0 = UUID(data)

                return repeats_file_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        repeats_file_id = _parse_repeats_file_id(d.pop("repeatsFileId"))

        tolerated = []
        _tolerated = d.pop("tolerated")
        for tolerated_item_data in _tolerated:
            tolerated_item = BankFileTolerance.from_dict(tolerated_item_data)

            tolerated.append(tolerated_item)

        _payments = d.pop("payments", UNSET)
        payments: list[BankFilePayment] | Unset = UNSET
        if _payments is not UNSET:
            payments = []
            for payments_item_data in _payments:
                payments_item = BankFilePayment.from_dict(payments_item_data)

                payments.append(payments_item)

        next_position = d.pop("nextPosition", UNSET)

        _items = d.pop("items", UNSET)
        items: list[BankFileItem] | Unset = UNSET
        if _items is not UNSET:
            items = []
            for items_item_data in _items:
                items_item = BankFileItem.from_dict(items_item_data)

                items.append(items_item)

        bank_file = cls(
            id=id,
            direction=direction,
            rail=rail,
            format_=format_,
            name=name,
            created_at=created_at,
            state=state,
            transactions=transactions,
            open_items=open_items,
            bytes_=bytes_,
            sha256=sha256,
            connection_id=connection_id,
            reason=reason,
            message_id=message_id,
            sent_at=sent_at,
            answer_due_at=answer_due_at,
            answered_at=answered_at,
            processed_at=processed_at,
            repeats_file_id=repeats_file_id,
            tolerated=tolerated,
            payments=payments,
            next_position=next_position,
            items=items,
        )

        bank_file.additional_properties = d
        return bank_file

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
