"""DELETE /categories/{category_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...requests import OperationKey, path_segment

PATH = "/categories/{category_id}"
KEY: OperationKey = None


def request(
    category_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"DELETE {PATH}",
        "method": "DELETE",
        "url": PATH.format(
            category_id=path_segment(category_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> None:
    return None
