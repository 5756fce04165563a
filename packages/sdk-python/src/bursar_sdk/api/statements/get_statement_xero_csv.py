"""GET /statements/{statement_id}/xero-csv"""

from typing import Any
from uuid import UUID

import httpx

from ...requests import OperationKey, path_segment

PATH = "/statements/{statement_id}/xero-csv"
KEY: OperationKey = None


def request(
    statement_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            statement_id=path_segment(statement_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> str:
    return response.text
