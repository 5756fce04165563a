from typing import Literal, cast

PennyTestStepName = Literal["accepted", "handedOver", "onStatement", "sent", "settled"]


def check_penny_test_step_name(value: str) -> PennyTestStepName:
    """Passes every value: a newer service may know more of them."""
    return cast(PennyTestStepName, value)
