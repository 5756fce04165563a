from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.penny_test_step import PennyTestStep


T = TypeVar("T", bound="PennyTest")


@_attrs_define
class PennyTest:
    """The latest payment of $0.01 over a connection, followed to the statement.

    Attributes:
        transaction_id (None | UUID): The payment; null: none was made yet.
        file_id (None | UUID): The bank file that contains it.
        passed (bool): Whether the bank's statement shows it.
        steps (list[PennyTestStep]): In order, up to the first that failed.
    """

    transaction_id: None | UUID
    file_id: None | UUID
    passed: bool
    steps: list[PennyTestStep]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        transaction_id: None | str
        if isinstance(self.transaction_id, UUID):
            transaction_id = str(self.transaction_id)
        else:
            transaction_id = self.transaction_id

        file_id: None | str
        if isinstance(self.file_id, UUID):
            file_id = str(self.file_id)
        else:
            file_id = self.file_id

        passed = self.passed

        steps = []
        for steps_item_data in self.steps:
            steps_item = steps_item_data.to_dict()
            steps.append(steps_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "transactionId": transaction_id,
                "fileId": file_id,
                "passed": passed,
                "steps": steps,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.penny_test_step import PennyTestStep  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_transaction_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                transaction_id_type_0 = UUID(data)

                return transaction_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        transaction_id = _parse_transaction_id(d.pop("transactionId"))

        def _parse_file_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                file_id_type_0 = UUID(data)

                return file_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        file_id = _parse_file_id(d.pop("fileId"))

        passed = d.pop("passed")

        steps = []
        _steps = d.pop("steps")
        for steps_item_data in _steps:
            steps_item = PennyTestStep.from_dict(steps_item_data)

            steps.append(steps_item)

        penny_test = cls(
            transaction_id=transaction_id,
            file_id=file_id,
            passed=passed,
            steps=steps,
        )

        penny_test.additional_properties = d
        return penny_test

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
