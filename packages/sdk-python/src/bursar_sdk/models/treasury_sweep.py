from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TreasurySweep")


@_attrs_define
class TreasurySweep:
    """The daily sweep.

    Attributes:
        version (int): Increases with every change.
        sweep (bool): Whether the daily sweep is on.
        target_cash (float): Cash to keep. US dollars.
        minimum_sweep (float): The sweep moves at least this much. US dollars.
    """

    version: int
    sweep: bool
    target_cash: float
    minimum_sweep: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        version = self.version

        sweep = self.sweep

        target_cash = self.target_cash

        minimum_sweep = self.minimum_sweep

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "version": version,
                "sweep": sweep,
                "targetCash": target_cash,
                "minimumSweep": minimum_sweep,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        version = d.pop("version")

        sweep = d.pop("sweep")

        target_cash = d.pop("targetCash")

        minimum_sweep = d.pop("minimumSweep")

        treasury_sweep = cls(
            version=version,
            sweep=sweep,
            target_cash=target_cash,
            minimum_sweep=minimum_sweep,
        )

        treasury_sweep.additional_properties = d
        return treasury_sweep

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
