from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="SandboxAnswerRequest")


@_attrs_define
class SandboxAnswerRequest:
    """
    Attributes:
        code (str | Unset): The bank's reason code, such as `R03`; by default, the most frequent one of the method.
    """

    code: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if code is not UNSET:
            field_dict["code"] = code

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = d.pop("code", UNSET)

        sandbox_answer_request = cls(
            code=code,
        )

        return sandbox_answer_request
