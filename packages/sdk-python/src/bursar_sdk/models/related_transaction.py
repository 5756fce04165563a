from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.transaction_relation_kind import TransactionRelationKind, check_transaction_relation_kind

T = TypeVar("T", bound="RelatedTransaction")


@_attrs_define
class RelatedTransaction:
    """A related transaction.

    Attributes:
        id (UUID): The other transaction; of a returned payment's return, the payment itself.
        account_id (UUID): Its account.
        amount (float): Negative when money left the account. US dollars.
        created_at (datetime.datetime): When it was made.
        relation_kind (TransactionRelationKind): The relation of this transaction to the other.
    """

    id: UUID
    account_id: UUID
    amount: float
    created_at: datetime.datetime
    relation_kind: TransactionRelationKind
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        account_id = str(self.account_id)

        amount = self.amount

        created_at = self.created_at.isoformat()

        relation_kind: str = self.relation_kind

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "amount": amount,
                "createdAt": created_at,
                "relationKind": relation_kind,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        account_id = UUID(d.pop("accountId"))

        amount = d.pop("amount")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        relation_kind = check_transaction_relation_kind(d.pop("relationKind"))

        related_transaction = cls(
            id=id,
            account_id=account_id,
            amount=amount,
            created_at=created_at,
            relation_kind=relation_kind,
        )

        related_transaction.additional_properties = d
        return related_transaction

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
