import { Group, Stack, Text, Title } from "@mantine/core";
import { formatMoney } from "../../../ui/money/money.tsx";
import { Age } from "../../../ui/page/age.tsx";
import { ButtonLink } from "../../../ui/page/links.tsx";
import { BatchStanding } from "./batch-standing.tsx";
import { paymentsText, sumOfBatch } from "./batch-words.ts";
import { BatchBadge } from "./queue-entry.tsx";
import type { ApprovalBatch } from "./use-batch.ts";

/** A batch next to the queue. It is decided on its page, next to what it contains. */
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
          Open batch
        </ButtonLink>
      </Group>
    </Stack>
  );
}
