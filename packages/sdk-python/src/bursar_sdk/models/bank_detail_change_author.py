from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.bank_detail_change_actor_type import BankDetailChangeActorType, check_bank_detail_change_actor_type

T = TypeVar("T", bound="BankDetailChangeAuthor")


@_attrs_define
class BankDetailChangeAuthor:
    """The author of the change.

    Attributes:
        kind (BankDetailChangeActorType): The actor's type: a user, an API token, the recipient through an invite, or
            the service and its operator.
        id (None | UUID): The user or token.
        name (str): The display name.
    """

    kind: BankDetailChangeActorType
    id: None | UUID
    name: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        id: None | str
        if isinstance(self.id, UUID):
            id = str(self.id)
        else:
            id = self.id

        name = self.name

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "id": id,
                "name": name,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kind = check_bank_detail_change_actor_type(d.pop("kind"))

        def _parse_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                id_type_0 = UUID(data)

                return id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        id = _parse_id(d.pop("id"))

        name = d.pop("name")

        bank_detail_change_author = cls(
            kind=kind,
            id=id,
            name=name,
        )

        bank_detail_change_author.additional_properties = d
        return bank_detail_change_author

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
