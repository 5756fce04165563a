"""POST /invites/{invite_id}"""

from typing import Any

import httpx

from ...models.payee_details import PayeeDetails
from ...requests import OperationKey, path_segment

PATH = "/invites/{invite_id}"
KEY: OperationKey = None


def request(
    invite_id: str,
    *,
    body: PayeeDetails,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            invite_id=path_segment(invite_id),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> None:
    return None
