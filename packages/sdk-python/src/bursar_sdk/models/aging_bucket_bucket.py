from typing import Literal, cast

AgingBucketBucket = Literal["current", "days1To30", "days31To60", "days61To90", "over90Days"]


def check_aging_bucket_bucket(value: str) -> AgingBucketBucket:
    """Passes every value: a newer service may know more of them."""
    return cast(AgingBucketBucket, value)
