import { Alert, Box, Button, Group, Loader, Modal, Stack, Table, Text, Textarea } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { reviewRequestOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { Mark } from "../../ui/feedback/status-mark.tsx";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { Money } from "../../ui/money/money.tsx";
import { methodName } from "../../ui/money/payment-methods.ts";
import { totalOf } from "../../ui/money/total.ts";
import { afterApproval, type Decision, decide, type QueueRow } from "./decisions.ts";
import { WarningList } from "./warnings.tsx";

type Result = { readonly done: boolean; readonly text: string } | "busy" | undefined;

/** Warnings are part of the review, not of the queue. Read again for each dialog, but not while decisions are sent. */
function useReviews(rows: readonly QueueRow[]) {
  return useQueries({
    queries: rows.map(({ requestId }) => ({
      ...reviewRequestOptions({ path: { requestId } }),
      staleTime: 0,
      refetchOnWindowFocus: false,
    })),
    combine: (found) => ({
      isRead: found.every(({ isFetchedAfterMount, isError }) => isFetchedAfterMount || isError),
      of: new Map(found.flatMap(({ data }) => (data === undefined ? [] : [[data.request.requestId, data] as const]))),
    }),
  });
}
type Reviews = ReturnType<typeof useReviews>;

/** Confirms decisions on several requests, sends them one by one, and shows each result. */
export function DecideMany({
  verb,
  rows,
  onClose,
}: {
  readonly verb: "approve" | "reject";
  readonly rows: readonly QueueRow[];
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [state, setState] = useState<"asking" | "busy" | "done">("asking");
  const reviews = useReviews(rows);
  const isReading = verb === "approve" && !reviews.isRead;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A disabled button loses focus; it gets it back when it can be pressed again.
    if (state === "done" || (verb === "approve" && state === "asking" && !isReading)) button.current?.focus();
  }, [state, verb, isReading]);
  const set = (requestId: string, result: Result) => setResults((before) => new Map(before).set(requestId, result));
  const run = async () => {
    setState("busy");
    const decision: Decision = verb === "approve" ? { verb } : { verb, reason: reason.trim() };
    for (const row of rows) {
      set(row.requestId, "busy");
      try {
        const after = await decide(row, decision);
        set(row.requestId, {
          done: true,
          text: verb === "approve" ? afterApproval(after, reviews.of.get(row.requestId)) : "Rejected",
        });
      } catch (error) {
        set(row.requestId, { done: false, text: messageOf(error) });
      }
    }
    setState("done");
  };
  const total = totalOf(rows.map(({ amount }) => amount));
  const what = rows.length === 1 ? (rows[0]?.payeeName ?? "") : `${rows.length} requests`;
  const name = verb === "approve" ? "Approve" : "Reject";
  const failed = rows.filter(({ requestId }) => isRefused(results.get(requestId))).length;
  return (
    <Modal
      opened
      onClose={() => state !== "busy" && onClose()}
      title={`${name} ${what}`}
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void (state === "done" ? onClose() : run());
        }}
      >
        <Stack gap="sm">
          {state === "done" && failed > 0 && (
            <Alert color="red" role="alert">
              {failed} of {rows.length} could not be completed. See each row.
            </Alert>
          )}
          <Deciding verb={verb} rows={rows} results={results} reviews={reviews} />
          {verb === "reject" && state === "asking" && (
            <Textarea
              label="Reason"
              description="The requester can see it."
              required
              maxLength={500}
              autosize
              minRows={2}
              data-autofocus
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            {state === "asking" && (
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
            )}
            <Button
              ref={button}
              type="submit"
              loading={state === "busy" || isReading}
              disabled={verb === "reject" && reason.trim() === ""}
              {...(verb === "reject" && state === "asking" ? { color: DANGER } : { "data-autofocus": true })}
            >
              {state === "done" ? "Close" : `${name} ${rows.length === 1 ? total : rows.length}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const isRefused = (result: Result): boolean => typeof result === "object" && !result.done;

/** The requests with their results. Rejected calls do not count toward the total. */
function Deciding({
  verb,
  rows,
  results,
  reviews,
}: {
  readonly verb: string;
  readonly rows: readonly QueueRow[];
  readonly results: ReadonlyMap<string, Result>;
  readonly reviews: Reviews;
}) {
  const counted = rows.filter(({ requestId }) => !isRefused(results.get(requestId)));
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
              {verb === "approve" && (
                <PossibleDuplicate warnings={reviews.of.get(row.requestId)?.outlook?.warnings ?? []} />
              )}
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

function PossibleDuplicate({ warnings }: { readonly warnings: Parameters<typeof WarningList>[0]["warnings"] }) {
  if (warnings.length === 0) return null;
  return (
    <Box my={4} fz="xs">
      <Mark color="yellow">Possible duplicate</Mark>
      <WarningList warnings={warnings} />
    </Box>
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
