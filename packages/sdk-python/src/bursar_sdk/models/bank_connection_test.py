from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bank_connection_test_step import BankConnectionTestStep


T = TypeVar("T", bound="BankConnectionTest")


@_attrs_define
class BankConnectionTest:
    """
    Attributes:
        passed (bool): Whether no step failed.
        steps (list[BankConnectionTestStep]): In order, up to the first that prevented the others.
    """

    passed: bool
    steps: list[BankConnectionTestStep]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        passed = self.passed

        steps = []
        for steps_item_data in self.steps:
            steps_item = steps_item_data.to_dict()
            steps.append(steps_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "passed": passed,
                "steps": steps,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bank_connection_test_step import BankConnectionTestStep  # noqa: PLC0415

        d = dict(src_dict)
        passed = d.pop("passed")

        steps = []
        _steps = d.pop("steps")
        for steps_item_data in _steps:
            steps_item = BankConnectionTestStep.from_dict(steps_item_data)

            steps.append(steps_item)

        bank_connection_test = cls(
            passed=passed,
            steps=steps,
        )

        bank_connection_test.additional_properties = d
        return bank_connection_test

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
