import { Group, Loader, Stack, Table, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { Money } from "../../ui/money/money.tsx";
import { methodName } from "../../ui/money/payment-methods.ts";
import { totalOf } from "../../ui/money/total.ts";
import type { QueuedRequest, ReviewedRequest } from "./decisions.ts";
import { FlagLine } from "./flags/flag-line.tsx";
import type { Result, Reviews } from "./use-decisions.ts";
import { WarningList } from "./warnings.tsx";

export const isFailed = (result: Result): boolean => typeof result === "object" && !result.done;

/** The requests with their results. Rejected calls do not count toward the total. */
export function DecisionTable({
  verb,
  rows,
  results,
  reviews,
}: {
  readonly verb: string;
  readonly rows: readonly QueuedRequest[];
  readonly results: ReadonlyMap<string, Result>;
  readonly reviews: Reviews;
}) {
  const counted = rows.filter(({ requestId }) => !isFailed(results.get(requestId)));
  return (
    <Table aria-label={`Requests to ${verb}`} verticalSpacing={6}>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.requestId}>
            <Table.Td>
              <Text size="sm" fw={550}>
                {row.payeeName}
              </Text>
              <Text size="xs" c="dimmed">
                {methodName(row.paymentMethod)} from {row.accountName}
              </Text>
              {verb === "approve" && <ReviewFirst row={row} review={reviews.of.get(row.requestId)} />}
              <Outcome result={results.get(row.requestId)} />
            </Table.Td>
            <Table.Td ta="right" valign="top">
              <Money amount={row.amount} fz="sm" />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      {rows.length > 1 && (
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{counted.length === rows.length ? "Total" : "Total without failures"}</Table.Th>
            <Table.Th ta="right">
              <span className="figures">{totalOf(counted.map(({ amount }) => amount))}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
  );
}

/** The flags as read for this dialog, or else as in the row, and what else the review warns of. */
function ReviewFirst({ row, review }: { readonly row: QueuedRequest; readonly review: ReviewedRequest | undefined }) {
  const flags = review?.flags ?? row.flags;
  const warnings = review?.outlook?.warnings ?? [];
  return (
    <Stack gap={4} my={flags.length + warnings.length === 0 ? 0 : 4} fz="xs">
      <FlagLine flags={flags} />
      {warnings.length > 0 && <WarningList warnings={warnings} />}
    </Stack>
  );
}

function Outcome({ result }: { readonly result: Result }) {
  if (result === undefined) return null;
  if (result === "busy") return <Loader size={14} aria-label="Deciding" />;
  const { done, text } = result;
  return (
    <Group gap={4} wrap="nowrap" c={done ? "var(--bursar-money-in)" : "var(--mantine-color-error)"}>
      {done ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
      <Text size="xs">{text}</Text>
    </Group>
  );
}
