from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="SandboxDepositRequest")


@_attrs_define
class SandboxDepositRequest:
    """
    Attributes:
        amount (float): The amount. US dollars, at most two decimals.
        name (str | Unset): The payer; `Sandbox deposit` by default.
        memo (None | str | Unset): What the payer writes, such as the number of the invoice that is paid.
        idempotency_key (None | str | Unset):
    """

    amount: float
    name: str | Unset = UNSET
    memo: None | str | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount

        name = self.name

        memo: None | str | Unset
        if isinstance(self.memo, Unset):
            memo = UNSET
        else:
            memo = self.memo

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "amount": amount,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
        if memo is not UNSET:
            field_dict["memo"] = memo
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        amount = d.pop("amount")

        name = d.pop("name", UNSET)

        def _parse_memo(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        memo = _parse_memo(d.pop("memo", UNSET))

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        sandbox_deposit_request = cls(
            amount=amount,
            name=name,
            memo=memo,
            idempotency_key=idempotency_key,
        )

        return sandbox_deposit_request
