from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="TransferRequest")


@_attrs_define
class TransferRequest:
    """
    Attributes:
        source_account_id (UUID): The source account.
        destination_account_id (UUID): The destination account.
        amount (float): The amount. US dollars, at most two decimals.
        idempotency_key (None | str | Unset):
        note (None | str | Unset): Internal note, on both transactions.
    """

    source_account_id: UUID
    destination_account_id: UUID
    amount: float
    idempotency_key: None | str | Unset = UNSET
    note: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        source_account_id = str(self.source_account_id)

        destination_account_id = str(self.destination_account_id)

        amount = self.amount

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

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "sourceAccountId": source_account_id,
                "destinationAccountId": destination_account_id,
                "amount": amount,
            }
        )
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key
        if note is not UNSET:
            field_dict["note"] = note

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        source_account_id = UUID(d.pop("sourceAccountId"))

        destination_account_id = UUID(d.pop("destinationAccountId"))

        amount = d.pop("amount")

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

        transfer_request = cls(
            source_account_id=source_account_id,
            destination_account_id=destination_account_id,
            amount=amount,
            idempotency_key=idempotency_key,
            note=note,
        )

        return transfer_request
