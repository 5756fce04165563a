from typing import Literal, cast

CheckStopOutcomeType3Type1 = Literal["requested", "voided"]


def check_check_stop_outcome_type_3_type_1(value: str) -> CheckStopOutcomeType3Type1:
    """Passes every value: a newer service may know more of them."""
    return cast(CheckStopOutcomeType3Type1, value)
