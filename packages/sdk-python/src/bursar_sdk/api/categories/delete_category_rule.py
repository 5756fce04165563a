"""DELETE /category-rules/{rule_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...requests import OperationKey, path_segment

PATH = "/category-rules/{rule_id}"
KEY: OperationKey = None


def request(
    rule_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"DELETE {PATH}",
        "method": "DELETE",
        "url": PATH.format(
            rule_id=path_segment(rule_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> None:
    return None
