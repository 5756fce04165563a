from typing import Literal, cast

TreasuryDividendType = Literal["cusip"]


def check_treasury_dividend_type(value: str) -> TreasuryDividendType:
    """Passes every value: a newer service may know more of them."""
    return cast(TreasuryDividendType, value)
