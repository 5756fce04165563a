from typing import Literal, cast

CategoryRuleConditionsDirection = Literal["in", "out"]


def check_category_rule_conditions_direction(value: str) -> CategoryRuleConditionsDirection:
    """Passes every value: a newer service may know more of them."""
    return cast(CategoryRuleConditionsDirection, value)
