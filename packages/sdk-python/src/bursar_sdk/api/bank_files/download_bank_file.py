"""GET /bank-files/{file_id}/content"""

from typing import Any
from uuid import UUID

import httpx

from ...requests import OperationKey, path_segment

PATH = "/bank-files/{file_id}/content"
KEY: OperationKey = None


def request(
    file_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            file_id=path_segment(file_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> bytes:
    return response.content
