from typing import Literal, cast

TradeAction = Literal["buy", "sell"]


def check_trade_action(value: str) -> TradeAction:
    """Passes every value: a newer service may know more of them."""
    return cast(TradeAction, value)
