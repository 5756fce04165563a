"""Operations of the tag webhooks, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.create_webhook_request import CreateWebhookRequest
from ...models.idempotency_key_request import IdempotencyKeyRequest
from ...models.resend_webhook_events_request import ResendWebhookEventsRequest
from ...models.resent_webhook_events import ResentWebhookEvents
from ...models.sort_order import SortOrder, check_sort_order
from ...models.update_webhook_request import UpdateWebhookRequest
from ...models.verify_webhook_request import VerifyWebhookRequest
from ...models.webhook import Webhook
from ...models.webhook_delivery import WebhookDelivery
from ...models.webhook_delivery_list import WebhookDeliveryList
from ...models.webhook_delivery_state import WebhookDeliveryState, check_webhook_delivery_state
from ...models.webhook_list import WebhookList
from ...models.webhook_status import WebhookStatus, check_webhook_status
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    create_webhook,
    delete_webhook,
    get_webhook,
    get_webhook_deliveries,
    get_webhooks,
    patch_webhook,
    resend_webhook_events,
    rotate_webhook_secret,
    update_webhook,
    verify_webhook,
)


class Webhooks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        status: builtins.list[WebhookStatus] | Unset = UNSET,
    ) -> Page[WebhookList, Webhook]:
        """List webhook endpoints

        In order of creation; deleted ones only if requested by `status`.

        """
        return self._transport.page(
            get_webhooks.request,
            get_webhooks.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "status": status,
            },
            items="webhooks",
        )

    def create(
        self,
        *,
        body: CreateWebhookRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Webhook:
        """Create a webhook endpoint

        The first response contains the `secret` that signs deliveries. It is not shown again: a replay of
        its key omits it, and POST /webhooks/{webhookEndpointId}/rotate-secret replaces a lost one. At most
        100 endpoints per organization.

        """
        return self._transport.call(
            create_webhook.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_webhook.parse,
            key=create_webhook.KEY,
        )

    def get(
        self,
        webhook_endpoint_id: UUID,
    ) -> Webhook:
        """Get a webhook endpoint

        Without its secret, which is shown only when it is created.

        """
        return self._transport.call(
            get_webhook.request(
                webhook_endpoint_id=webhook_endpoint_id,
            ),
            get_webhook.parse,
            key=get_webhook.KEY,
        )

    def update(
        self,
        webhook_endpoint_id: UUID,
        *,
        body: UpdateWebhookRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Webhook:
        """Change a webhook endpoint

        Omitted members keep their values. Events during a pause are not sent later; resend that range if
        you need it. Setting `active` sends the deliveries that were waiting before.

        """
        return self._transport.call(
            update_webhook.request(
                webhook_endpoint_id=webhook_endpoint_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            update_webhook.parse,
            key=update_webhook.KEY,
        )

    def delete(
        self,
        webhook_endpoint_id: UUID,
    ) -> None:
        """Delete a webhook endpoint

        Permanent. Waiting deliveries are not sent.

        """
        return self._transport.call(
            delete_webhook.request(
                webhook_endpoint_id=webhook_endpoint_id,
            ),
            delete_webhook.parse,
            key=delete_webhook.KEY,
        )

    def patch(
        self,
        webhook_endpoint_id: UUID,
        *,
        body: UpdateWebhookRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Webhook:
        """Change a webhook endpoint

        The same as POST.

        """
        return self._transport.call(
            patch_webhook.request(
                webhook_endpoint_id=webhook_endpoint_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            patch_webhook.parse,
            key=patch_webhook.KEY,
        )

    def verify_webhook(
        self,
        webhook_endpoint_id: UUID,
        *,
        body: None | Unset | VerifyWebhookRequest = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> None:
        """Send a test event

        Sends one signed test event and waits up to 5 s for a 2xx response. Also works for paused and
        disabled endpoints. A repeated key gets the first response and sends nothing, unless both requests
        are concurrent.

        """
        return self._transport.call(
            verify_webhook.request(
                webhook_endpoint_id=webhook_endpoint_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            verify_webhook.parse,
            key=verify_webhook.KEY,
        )

    def rotate_secret(
        self,
        webhook_endpoint_id: UUID,
        *,
        body: IdempotencyKeyRequest | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Webhook:
        """Rotate an endpoint's secret

        The first response contains the new `secret`; a replay of its key omits it, so rotate again if it
        was lost. For 24 hours, deliveries carry both signatures, the new one first.

        """
        return self._transport.call(
            rotate_webhook_secret.request(
                webhook_endpoint_id=webhook_endpoint_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            rotate_webhook_secret.parse,
            key=rotate_webhook_secret.KEY,
        )

    def list_deliveries(
        self,
        webhook_endpoint_id: UUID,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        state: builtins.list[WebhookDeliveryState] | Unset = UNSET,
    ) -> Page[WebhookDeliveryList, WebhookDelivery]:
        """List an endpoint's deliveries

        The delivery log, in the order in which deliveries were queued, with every attempt. Use `order=desc`
        for the newest first.

        """
        return self._transport.page(
            get_webhook_deliveries.request,
            get_webhook_deliveries.parse,
            {
                "webhook_endpoint_id": webhook_endpoint_id,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "state": state,
            },
            items="deliveries",
        )

    def resend_events(
        self,
        webhook_endpoint_id: UUID,
        *,
        body: ResendWebhookEventsRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> ResentWebhookEvents:
        """Resend events

        One event, or all events in a time range (at most 10,000) that match the endpoint's filters. They
        keep their ids.

        """
        return self._transport.call(
            resend_webhook_events.request(
                webhook_endpoint_id=webhook_endpoint_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            resend_webhook_events.parse,
            key=resend_webhook_events.KEY,
        )


class AsyncWebhooks:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        status: builtins.list[WebhookStatus] | Unset = UNSET,
    ) -> AsyncPage[WebhookList, Webhook]:
        """List webhook endpoints"""
        return await self._transport.page(
            get_webhooks.request,
            get_webhooks.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "status": status,
            },
            items="webhooks",
        )

    async def create(
        self,
        *,
        body: CreateWebhookRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Webhook:
        """Create a webhook endpoint"""
        return await self._transport.call(
            create_webhook.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_webhook.parse,
            key=create_webhook.KEY,
        )

    async def get(
        self,
        webhook_endpoint_id: UUID,
    ) -> Webhook:
        """Get a webhook endpoint"""
        return await self._transport.call(
            get_webhook.request(
                webhook_endpoint_id=webhook_endpoint_id,
            ),
            get_webhook.parse,
            key=get_webhook.KEY,
        )

    async def update(
        self,
        webhook_endpoint_id: UUID,
        *,
        body: UpdateWebhookRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Webhook:
        """Change a webhook endpoint"""
        return await self._transport.call(
            update_webhook.request(
                webhook_endpoint_id=webhook_endpoint_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            update_webhook.parse,
            key=update_webhook.KEY,
        )

    async def delete(
        self,
        webhook_endpoint_id: UUID,
    ) -> None:
        """Delete a webhook endpoint"""
        return await self._transport.call(
            delete_webhook.request(
                webhook_endpoint_id=webhook_endpoint_id,
            ),
            delete_webhook.parse,
            key=delete_webhook.KEY,
        )

    async def patch(
        self,
        webhook_endpoint_id: UUID,
        *,
        body: UpdateWebhookRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Webhook:
        """Change a webhook endpoint"""
        return await self._transport.call(
            patch_webhook.request(
                webhook_endpoint_id=webhook_endpoint_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            patch_webhook.parse,
            key=patch_webhook.KEY,
        )

    async def verify_webhook(
        self,
        webhook_endpoint_id: UUID,
        *,
        body: None | Unset | VerifyWebhookRequest = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> None:
        """Send a test event"""
        return await self._transport.call(
            verify_webhook.request(
                webhook_endpoint_id=webhook_endpoint_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            verify_webhook.parse,
            key=verify_webhook.KEY,
        )

    async def rotate_secret(
        self,
        webhook_endpoint_id: UUID,
        *,
        body: IdempotencyKeyRequest | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Webhook:
        """Rotate an endpoint's secret"""
        return await self._transport.call(
            rotate_webhook_secret.request(
                webhook_endpoint_id=webhook_endpoint_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            rotate_webhook_secret.parse,
            key=rotate_webhook_secret.KEY,
        )

    async def list_deliveries(
        self,
        webhook_endpoint_id: UUID,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        state: builtins.list[WebhookDeliveryState] | Unset = UNSET,
    ) -> AsyncPage[WebhookDeliveryList, WebhookDelivery]:
        """List an endpoint's deliveries"""
        return await self._transport.page(
            get_webhook_deliveries.request,
            get_webhook_deliveries.parse,
            {
                "webhook_endpoint_id": webhook_endpoint_id,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "state": state,
            },
            items="deliveries",
        )

    async def resend_events(
        self,
        webhook_endpoint_id: UUID,
        *,
        body: ResendWebhookEventsRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> ResentWebhookEvents:
        """Resend events"""
        return await self._transport.call(
            resend_webhook_events.request(
                webhook_endpoint_id=webhook_endpoint_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            resend_webhook_events.parse,
            key=resend_webhook_events.KEY,
        )
