from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.error_code import ErrorCode, check_error_code
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.field_problem import FieldProblem


T = TypeVar("T", bound="ErrorDetails")


@_attrs_define
class ErrorDetails:
    """What went wrong. Refusals add their own members, such as `requiredScope`, `ip`, or `transactionId`.

    Attributes:
        error_code (ErrorCode): What went wrong, for programs.
        message (str): What went wrong and what to do, as a message for users.
        request_id (str): Also in the `x-request-id` header: include it in support requests. It is the one that the
            request sent in this header, if that was valid.
        fields (list[FieldProblem] | Unset): The invalid fields of the request.
    """

    error_code: ErrorCode
    message: str
    request_id: str
    fields: list[FieldProblem] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        error_code: str = self.error_code

        message = self.message

        request_id = self.request_id

        fields: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.fields, Unset):
            fields = []
            for fields_item_data in self.fields:
                fields_item = fields_item_data.to_dict()
                fields.append(fields_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "errorCode": error_code,
                "message": message,
                "requestId": request_id,
            }
        )
        if fields is not UNSET:
            field_dict["fields"] = fields

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.field_problem import FieldProblem  # noqa: PLC0415

        d = dict(src_dict)
        error_code = check_error_code(d.pop("errorCode"))

        message = d.pop("message")

        request_id = d.pop("requestId")

        _fields = d.pop("fields", UNSET)
        fields: list[FieldProblem] | Unset = UNSET
        if _fields is not UNSET:
            fields = []
            for fields_item_data in _fields:
                fields_item = FieldProblem.from_dict(fields_item_data)

                fields.append(fields_item)

        error_details = cls(
            error_code=error_code,
            message=message,
            request_id=request_id,
            fields=fields,
        )

        error_details.additional_properties = d
        return error_details

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
