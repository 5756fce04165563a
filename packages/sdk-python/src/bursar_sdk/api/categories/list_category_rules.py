"""GET /category-rules"""

from typing import Any

import httpx

from ...models.category_rule_list import CategoryRuleList
from ...requests import OperationKey

PATH = "/category-rules"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> CategoryRuleList:
    response_200 = CategoryRuleList.from_dict(response.json())

    return response_200
