"""Pages of lists, and iterators over their items in both directions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, TypeVar

from .types import UNSET

L = TypeVar("L")
T = TypeVar("T")

# Where a list begins. A request has one of these at most.
_POSITIONS = ("start_after", "end_before", "start_at", "offset")


def _moved(arguments: dict[str, Any], position: str, cursor: str) -> dict[str, Any]:
    return {**{name: UNSET if name in _POSITIONS else value for name, value in arguments.items()}, position: cursor}


class _PageBase(Generic[L, T]):
    """`items` are those of this page; `response` is the whole answer, with `total` where the list has one."""

    def __init__(self, response: L, items: list[T], arguments: dict[str, Any]) -> None:
        self.response = response
        self.items = items
        self._arguments = arguments

    def __repr__(self) -> str:
        return f"<page of {len(self.items)} items>"

    def _neighbor(self, forward: bool) -> dict[str, Any] | None:
        page = self.response.page  # type: ignore[attr-defined]  # Every list model has one.
        cursor = page.next_page if forward else page.previous_page
        if not isinstance(cursor, str):
            return None
        position = "start_after" if forward else "end_before"
        if self._arguments.get(position) == cursor:
            raise RuntimeError("The service returned the same page twice.")
        return _moved(self._arguments, position, cursor)


class Page(_PageBase[L, T]):
    """A page of a list. `for item in page` continues with the pages after it; `page.backward()` goes the other way."""

    def __init__(
        self,
        response: L,
        items: list[T],
        arguments: dict[str, Any],
        fetch: Callable[[dict[str, Any]], Page[L, T]],
    ) -> None:
        super().__init__(response, items, arguments)
        self._fetch = fetch

    def next_page(self) -> Page[L, T] | None:
        arguments = self._neighbor(forward=True)
        return None if arguments is None else self._fetch(arguments)

    def previous_page(self) -> Page[L, T] | None:
        arguments = self._neighbor(forward=False)
        return None if arguments is None else self._fetch(arguments)

    def __iter__(self) -> Iterator[T]:
        page: Page[L, T] | None = self
        while page is not None:
            yield from page.items
            page = page.next_page()

    def backward(self) -> Iterator[T]:
        """The items of this page from its last to its first, and then those of the pages before it."""
        page: Page[L, T] | None = self
        while page is not None:
            yield from reversed(page.items)
            page = page.previous_page()


class AsyncPage(_PageBase[L, T]):
    """A page of a list. `async for item in page` continues with the pages after it; `backward()` goes the other way."""

    def __init__(
        self,
        response: L,
        items: list[T],
        arguments: dict[str, Any],
        fetch: Callable[[dict[str, Any]], Awaitable[AsyncPage[L, T]]],
    ) -> None:
        super().__init__(response, items, arguments)
        self._fetch = fetch

    async def next_page(self) -> AsyncPage[L, T] | None:
        arguments = self._neighbor(forward=True)
        return None if arguments is None else await self._fetch(arguments)

    async def previous_page(self) -> AsyncPage[L, T] | None:
        arguments = self._neighbor(forward=False)
        return None if arguments is None else await self._fetch(arguments)

    async def __aiter__(self) -> AsyncIterator[T]:
        page: AsyncPage[L, T] | None = self
        while page is not None:
            for item in page.items:
                yield item
            page = await page.next_page()

    async def backward(self) -> AsyncIterator[T]:
        """The items of this page from its last to its first, and then those of the pages before it."""
        page: AsyncPage[L, T] | None = self
        while page is not None:
            for item in reversed(page.items):
                yield item
            page = await page.previous_page()
