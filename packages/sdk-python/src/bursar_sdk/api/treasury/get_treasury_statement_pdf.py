"""GET /treasury/{treasury_id}/statements/{treasury_statement_id}/pdf"""

from typing import Any
from uuid import UUID

import httpx

from ...requests import OperationKey, path_segment

PATH = "/treasury/{treasury_id}/statements/{treasury_statement_id}/pdf"
KEY: OperationKey = None


def request(
    treasury_id: UUID,
    treasury_statement_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            treasury_id=path_segment(treasury_id),
            treasury_statement_id=path_segment(treasury_statement_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> bytes:
    return response.content
