from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="CategorizeTransactionsRequest")


@_attrs_define
class CategorizeTransactionsRequest:
    """
    Attributes:
        transaction_ids (list[UUID]): The transactions.
        category_id (None | UUID): The organization's category; null clears it.
        idempotency_key (None | str | Unset):
    """

    transaction_ids: list[UUID]
    category_id: None | UUID
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        transaction_ids = []
        for transaction_ids_item_data in self.transaction_ids:
            transaction_ids_item = str(transaction_ids_item_data)
            transaction_ids.append(transaction_ids_item)

        category_id: None | str
        if isinstance(self.category_id, UUID):
            category_id = str(self.category_id)
        else:
            category_id = self.category_id

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "transactionIds": transaction_ids,
                "categoryId": category_id,
            }
        )
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        transaction_ids = []
        _transaction_ids = d.pop("transactionIds")
        for transaction_ids_item_data in _transaction_ids:
            transaction_ids_item = UUID(transaction_ids_item_data)

            transaction_ids.append(transaction_ids_item)

        def _parse_category_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                category_id_type_0 = UUID(data)

                return category_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        category_id = _parse_category_id(d.pop("categoryId"))

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        categorize_transactions_request = cls(
            transaction_ids=transaction_ids,
            category_id=category_id,
            idempotency_key=idempotency_key,
        )

        return categorize_transactions_request
