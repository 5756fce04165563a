from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.ledger_entry import LedgerEntry


T = TypeVar("T", bound="BankMovement")


@_attrs_define
class BankMovement:
    """
    Attributes:
        id (UUID): The movement.
        booked_on (datetime.date): When the bank booked it. A date in New York, YYYY-MM-DD.
        amount (float): Signed. US dollars.
        is_return (bool): Money that came or was taken back.
        bank_reference (None | str): The bank's.
        code (str): ISO 20022 or BAI2 code.
        counterparty (None | str): Who paid or was paid.
        remittance (None | str): What the payer wrote.
        description (None | str): The bank's words.
        file_id (UUID): Its first file.
        match_id (None | UUID): Its match.
        can_undo (bool): The match can be undone.
        transactions (list[LedgerEntry]): Of its match, at most 20; if open, what may be the same money.
    """

    id: UUID
    booked_on: datetime.date
    amount: float
    is_return: bool
    bank_reference: None | str
    code: str
    counterparty: None | str
    remittance: None | str
    description: None | str
    file_id: UUID
    match_id: None | UUID
    can_undo: bool
    transactions: list[LedgerEntry]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        booked_on = self.booked_on.isoformat()

        amount = self.amount

        is_return = self.is_return

        bank_reference: None | str
        bank_reference = self.bank_reference

        code = self.code

        counterparty: None | str
        counterparty = self.counterparty

        remittance: None | str
        remittance = self.remittance

        description: None | str
        description = self.description

        file_id = str(self.file_id)

        match_id: None | str
        if isinstance(self.match_id, UUID):
            match_id = str(self.match_id)
        else:
            match_id = self.match_id

        can_undo = self.can_undo

        transactions = []
        for transactions_item_data in self.transactions:
            transactions_item = transactions_item_data.to_dict()
            transactions.append(transactions_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "bookedOn": booked_on,
                "amount": amount,
                "isReturn": is_return,
                "bankReference": bank_reference,
                "code": code,
                "counterparty": counterparty,
                "remittance": remittance,
                "description": description,
                "fileId": file_id,
                "matchId": match_id,
                "canUndo": can_undo,
                "transactions": transactions,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.ledger_entry import LedgerEntry  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        booked_on = datetime.date.fromisoformat(d.pop("bookedOn"))

        amount = d.pop("amount")

        is_return = d.pop("isReturn")

        def _parse_bank_reference(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        bank_reference = _parse_bank_reference(d.pop("bankReference"))

        code = d.pop("code")

        def _parse_counterparty(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        counterparty = _parse_counterparty(d.pop("counterparty"))

        def _parse_remittance(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        remittance = _parse_remittance(d.pop("remittance"))

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        file_id = UUID(d.pop("fileId"))

        def _parse_match_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                match_id_type_0 = UUID(data)

                return match_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        match_id = _parse_match_id(d.pop("matchId"))

        can_undo = d.pop("canUndo")

        transactions = []
        _transactions = d.pop("transactions")
        for transactions_item_data in _transactions:
            transactions_item = LedgerEntry.from_dict(transactions_item_data)

            transactions.append(transactions_item)

        bank_movement = cls(
            id=id,
            booked_on=booked_on,
            amount=amount,
            is_return=is_return,
            bank_reference=bank_reference,
            code=code,
            counterparty=counterparty,
            remittance=remittance,
            description=description,
            file_id=file_id,
            match_id=match_id,
            can_undo=can_undo,
            transactions=transactions,
        )

        bank_movement.additional_properties = d
        return bank_movement

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
