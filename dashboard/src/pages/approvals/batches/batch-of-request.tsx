import { TextLink } from "#ui/page/links.tsx";
import type { ReviewedRequest } from "../decisions.ts";

/** The way to the batch with which a request is decided. */
export function BatchOfRequest({ review: { batch } }: { readonly review: ReviewedRequest }) {
  if (batch === null) return null;
  return (
    <>
      . Part of the batch{" "}
      <TextLink to="/approvals/batches/$batchId" params={{ batchId: batch.batchId }} inherit underline="always">
        {batch.name}
      </TextLink>
    </>
  );
}
