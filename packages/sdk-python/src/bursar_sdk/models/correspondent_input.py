from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="CorrespondentInput")


@_attrs_define
class CorrespondentInput:
    """The bank through which the payment goes, if there is one.

    Attributes:
        swift_code (str): Its BIC.
    """

    swift_code: str

    def to_dict(self) -> dict[str, Any]:
        swift_code = self.swift_code

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "swiftCode": swift_code,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        swift_code = d.pop("swiftCode")

        correspondent_input = cls(
            swift_code=swift_code,
        )

        return correspondent_input
