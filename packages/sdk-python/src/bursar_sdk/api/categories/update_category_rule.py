"""POST /category-rules/{rule_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.category_rule import CategoryRule
from ...models.update_category_rule_request import UpdateCategoryRuleRequest
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/category-rules/{rule_id}"
KEY: OperationKey = "header"


def request(
    rule_id: UUID,
    *,
    body: UpdateCategoryRuleRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            rule_id=path_segment(rule_id),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> CategoryRule:
    response_200 = CategoryRule.from_dict(response.json())

    return response_200
