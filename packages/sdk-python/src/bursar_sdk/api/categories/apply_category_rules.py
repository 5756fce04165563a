"""POST /category-rules/apply"""

from typing import Any

import httpx

from ...models.apply_category_rules_request import ApplyCategoryRulesRequest
from ...models.category_rule_run import CategoryRuleRun
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/category-rules/apply"
KEY: OperationKey = "header"


def request(
    *,
    body: ApplyCategoryRulesRequest,
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


def parse(response: httpx.Response) -> CategoryRuleRun:
    response_200 = CategoryRuleRun.from_dict(response.json())

    return response_200
