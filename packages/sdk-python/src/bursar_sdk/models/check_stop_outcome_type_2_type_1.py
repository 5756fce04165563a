from typing import Literal, cast

CheckStopOutcomeType2Type1 = Literal["requested", "voided"]


def check_check_stop_outcome_type_2_type_1(value: str) -> CheckStopOutcomeType2Type1:
    """Passes every value: a newer service may know more of them."""
    return cast(CheckStopOutcomeType2Type1, value)
