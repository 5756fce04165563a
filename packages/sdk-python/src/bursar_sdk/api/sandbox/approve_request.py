"""POST /sandbox/request-send-money/{request_id}/approve"""

from typing import Any
from uuid import UUID

import httpx

from ...models.sandbox_decision_request import SandboxDecisionRequest
from ...models.send_money_approval_request import SendMoneyApprovalRequest
from ...models.transfer_approval_request import TransferApprovalRequest
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/sandbox/request-send-money/{request_id}/approve"
KEY: OperationKey = None


def request(
    request_id: UUID,
    *,
    body: None | SandboxDecisionRequest | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            request_id=path_segment(request_id),
        ),
    }

    if isinstance(body, SandboxDecisionRequest):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> SendMoneyApprovalRequest | TransferApprovalRequest:
    def _parse_response_200(data: object) -> SendMoneyApprovalRequest | TransferApprovalRequest:
        try:
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_approval_request_type_0 = SendMoneyApprovalRequest.from_dict(data)

            return componentsschemas_approval_request_type_0
        except (TypeError, ValueError, AttributeError, KeyError):
            pass
        if not isinstance(data, dict):
            raise TypeError()
        componentsschemas_approval_request_type_1 = TransferApprovalRequest.from_dict(data)

        return componentsschemas_approval_request_type_1

    response_200 = _parse_response_200(response.json())

    return response_200
