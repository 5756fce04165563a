"""Lists in both directions."""

from __future__ import annotations

import asyncio
from uuid import UUID

from conftest import Service, new_amount

from bursar_sdk import AsyncBursar, Bursar, models


def test_iterating_reads_every_item_once(bursar: Bursar) -> None:
    everything = bursar.transactions.list(limit=1000)
    expected = [each.id for each in everything]
    assert len(expected) > 100
    paged = [each.id for each in bursar.transactions.list(limit=37)]
    assert paged == expected


def test_going_back_reads_the_same_items_the_other_way(bursar: Bursar) -> None:
    newest = bursar.transactions.list(limit=100)
    expected = [each.id for each in newest.items]
    after = bursar.transactions.list(limit=10, start_after=expected[49])
    assert [each.id for each in after.backward()] == expected[:60][::-1]
    before = bursar.transactions.list(limit=10, end_before=expected[50])
    assert [each.id for each in before.backward()] == expected[:50][::-1]


def test_filters_apply_to_every_page(bursar: Bursar) -> None:
    found = bursar.transactions.list(limit=5, status=["sent"], order="desc")
    statuses = {each.status for each, _ in zip(found, range(23), strict=False)}
    assert statuses == {"sent"}


def test_a_page_knows_its_neighbors(bursar: Bursar) -> None:
    first = bursar.recipients.list(limit=2)
    assert first.previous_page() is None
    second = first.next_page()
    assert second is not None
    back = second.previous_page()
    assert back is not None
    assert [each.id for each in back.items] == [each.id for each in first.items]


def test_asyncio_pays_and_iterates(service: Service) -> None:
    async def run() -> None:
        async with AsyncBursar(base_url=service.base_url, token=service.token) as bursar:
            body = models.SendMoneyRequest(UUID(service.recipient_id), new_amount(), "ach")
            made = await bursar.payments.create_transaction(UUID(service.account_id), body=body)
            page = await bursar.transactions.list(limit=40, order="desc")
            forward = [each.id async for each in page]
            assert made.id in forward[:40]
            after = await bursar.transactions.list(limit=10, order="desc", start_after=forward[19])
            assert [each.id async for each in after.backward()] == forward[:30][::-1]

    asyncio.run(run())
