from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.penny_test_step_name import PennyTestStepName, check_penny_test_step_name
from ..models.penny_test_step_outcome import PennyTestStepOutcome, check_penny_test_step_outcome

T = TypeVar("T", bound="PennyTestStep")


@_attrs_define
class PennyTestStep:
    """
    Attributes:
        step (PennyTestStepName): The step.
        outcome (PennyTestStepOutcome): How far it is.
        detail (str): What happened, or what to do.
    """

    step: PennyTestStepName
    outcome: PennyTestStepOutcome
    detail: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        step: str = self.step

        outcome: str = self.outcome

        detail = self.detail

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "step": step,
                "outcome": outcome,
                "detail": detail,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        step = check_penny_test_step_name(d.pop("step"))

        outcome = check_penny_test_step_outcome(d.pop("outcome"))

        detail = d.pop("detail")

        penny_test_step = cls(
            step=step,
            outcome=outcome,
            detail=detail,
        )

        penny_test_step.additional_properties = d
        return penny_test_step

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
