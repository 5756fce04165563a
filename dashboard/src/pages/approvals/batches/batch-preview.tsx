import { Group, Stack, Text, Title } from "@mantine/core";
import { SkeletonRows } from "#ui/feedback/loaded.tsx";
import { formatMoney } from "#ui/money/money.tsx";
import { Amount } from "#ui/money-table/cells/amount.tsx";
import { Flags } from "#ui/money-table/cells/flags.tsx";
import { Age } from "#ui/page/age.tsx";
import { countText } from "#ui/page/count-text.ts";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import type { QueuedRequest } from "../decisions.ts";
import { flagsOf } from "../queue/queue-columns.tsx";
import { useQueue } from "../queue/use-queue.ts";
import classes from "./batch.module.css";
import { BatchStanding } from "./batch-standing.tsx";
import { paymentsText, sumOfBatch } from "./batch-words.ts";
import { BatchBadge } from "./queue-entry.tsx";
import type { ApprovalBatch } from "./use-batch.ts";

/** A batch next to the queue. It is decided on its page, next to everything that it contains. */
export function BatchPreview({ batch }: { readonly batch: ApprovalBatch }) {
  const { batchId, name, createdBy, createdAt } = batch;
  const { count, total } = sumOfBatch(batch);
  return (
    <Stack gap="md">
      <div>
        <Group gap="sm">
          <Title order={2}>{name}</Title>
          <BatchBadge batch={batch} />
        </Group>
        <Text size="sm" c="dimmed">
          {paymentsText(count)}, {formatMoney(total)}. Created by {createdBy.name} <Age at={createdAt} />
        </Text>
      </div>
      <BatchStanding batch={batch} />
      <Group>
        <ButtonLink to="/approvals/batches/$batchId" params={{ batchId }}>
          Review batch
        </ButtonLink>
      </Group>
      <Contents batch={batch} />
    </Stack>
  );
}

const SHOWN = 10;

/** The largest payments of the batch. */
function Contents({ batch: { batchId, arrived } }: { readonly batch: ApprovalBatch }) {
  const { data } = useQueue({ batch: batchId, status: "all", sort: "amount", order: "desc" });
  if (data === undefined) return <SkeletonRows rows={4} />;
  const shown = data.requests.slice(0, SHOWN);
  return (
    <div>
      <ul className={classes["contents"]} aria-label="Payments of the batch">
        {shown.map((request) => (
          <Line key={request.requestId} request={request} />
        ))}
      </ul>
      {arrived.count > shown.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {countText(arrived.count - shown.length, "more payment")}
        </Text>
      )}
    </div>
  );
}

const Line = ({ request }: { readonly request: QueuedRequest }) => (
  <li>
    <span>
      <TextLink to="/approvals/$requestId" params={{ requestId: request.requestId }} inherit>
        {request.payeeName}
      </TextLink>{" "}
      <Flags flags={flagsOf(request)} />
    </span>
    <Amount amount={request.amount} moved={request.status === "pendingApproval" || request.status === "approved"} />
  </li>
);
