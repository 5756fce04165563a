"""GET /category-rules/runs/{run_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.category_rule_run import CategoryRuleRun
from ...requests import OperationKey, path_segment

PATH = "/category-rules/runs/{run_id}"
KEY: OperationKey = None


def request(
    run_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            run_id=path_segment(run_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> CategoryRuleRun:
    response_200 = CategoryRuleRun.from_dict(response.json())

    return response_200
