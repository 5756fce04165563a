from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.simple_purpose import SimplePurpose


T = TypeVar("T", bound="Purpose")


@_attrs_define
class Purpose:
    """The category form.

    Attributes:
        simple (None | SimplePurpose | Unset):
    """

    simple: None | SimplePurpose | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.simple_purpose import SimplePurpose  # noqa: PLC0415

        simple: dict[str, Any] | None | Unset
        if isinstance(self.simple, Unset):
            simple = UNSET
        elif isinstance(self.simple, SimplePurpose):
            simple = self.simple.to_dict()
        else:
            simple = self.simple

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if simple is not UNSET:
            field_dict["simple"] = simple

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.simple_purpose import SimplePurpose  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_simple(data: object) -> None | SimplePurpose | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                simple_type_0 = SimplePurpose.from_dict(data)

                return simple_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SimplePurpose | Unset, data)

        simple = _parse_simple(d.pop("simple", UNSET))

        purpose = cls(
            simple=simple,
        )

        return purpose
