from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.open_sandbox_account_request_kind import (
    OpenSandboxAccountRequestKind,
    check_open_sandbox_account_request_kind,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="OpenSandboxAccountRequest")


@_attrs_define
class OpenSandboxAccountRequest:
    """
    Attributes:
        name (str): The account's name.
        kind (OpenSandboxAccountRequestKind): Checking and savings accounts can send payments.
        idempotency_key (None | str | Unset):
    """

    name: str
    kind: OpenSandboxAccountRequestKind
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        kind: str = self.kind

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "kind": kind,
            }
        )
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        kind = check_open_sandbox_account_request_kind(d.pop("kind"))

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        open_sandbox_account_request = cls(
            name=name,
            kind=kind,
            idempotency_key=idempotency_key,
        )

        return open_sandbox_account_request
