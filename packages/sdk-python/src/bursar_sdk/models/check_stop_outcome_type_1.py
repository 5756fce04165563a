from typing import Literal, cast

CheckStopOutcomeType1 = Literal["requested", "voided"]


def check_check_stop_outcome_type_1(value: str) -> CheckStopOutcomeType1:
    """Passes every value: a newer service may know more of them."""
    return cast(CheckStopOutcomeType1, value)
