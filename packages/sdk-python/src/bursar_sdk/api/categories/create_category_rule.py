"""POST /category-rules"""

from typing import Any

import httpx

from ...models.category_rule import CategoryRule
from ...models.create_category_rule_request import CreateCategoryRuleRequest
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/category-rules"
KEY: OperationKey = "header"


def request(
    *,
    body: CreateCategoryRuleRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH,
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> CategoryRule:
    response_201 = CategoryRule.from_dict(response.json())

    return response_201
