"""GET /ar/invoices/{invoice_id}/attachments"""

from typing import Any
from uuid import UUID

import httpx

from ...models.attachment_list import AttachmentList
from ...requests import OperationKey, path_segment

PATH = "/ar/invoices/{invoice_id}/attachments"
KEY: OperationKey = None


def request(
    invoice_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            invoice_id=path_segment(invoice_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> AttachmentList:
    response_200 = AttachmentList.from_dict(response.json())

    return response_200
