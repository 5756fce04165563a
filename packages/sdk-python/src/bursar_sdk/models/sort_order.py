from typing import Literal, cast

SortOrder = Literal["asc", "desc"]


def check_sort_order(value: str) -> SortOrder:
    """Passes every value: a newer service may know more of them."""
    return cast(SortOrder, value)
