"""GET /statements/{statement_id}/hledger"""

from typing import Any
from uuid import UUID

import httpx

from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/statements/{statement_id}/hledger"
KEY: OperationKey = None


def request(
    statement_id: UUID,
    *,
    opening_balance: bool | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["openingBalance"] = opening_balance

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            statement_id=path_segment(statement_id),
        ),
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> str:
    return response.text
