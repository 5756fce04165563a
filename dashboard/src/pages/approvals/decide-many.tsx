import { Alert, Button, Group, Loader, Modal, Stack, Table, Text, Textarea } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { Money } from "../../ui/money.tsx";
import { totalOf } from "../../ui/sum.ts";
import { afterApproval, type Decision, decide, type QueueRow } from "./decisions.ts";

type Result = { readonly done: boolean; readonly text: string } | "busy" | undefined;

/** Says what is about to be decided, asks once, decides one after the other, and says what became of each. */
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
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A button that is busy has lost the keyboard: it gets it back, now as the one that closes.
    if (state === "done") button.current?.focus();
  }, [state]);
  const set = (requestId: string, result: Result) => setResults((before) => new Map(before).set(requestId, result));
  const run = async () => {
    setState("busy");
    const decision: Decision = verb === "approve" ? { verb } : { verb, reason: reason.trim() };
    for (const row of rows) {
      set(row.requestId, "busy");
      try {
        const after = await decide(row, decision);
        set(row.requestId, { done: true, text: verb === "approve" ? afterApproval(after) : "Rejected" });
      } catch (error) {
        set(row.requestId, { done: false, text: messageOf(error) });
      }
    }
    setState("done");
  };
  const total = totalOf(rows.map(({ amount }) => amount));
  const what = rows.length === 1 ? (rows[0]?.payeeName ?? "") : `${rows.length} requests`;
  const name = verb === "approve" ? "Approve" : "Reject";
  const failed = [...results.values()].filter((result) => typeof result === "object" && !result.done).length;
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
              {failed} of {rows.length} could not be decided; see each line.
            </Alert>
          )}
          <Deciding verb={verb} rows={rows} results={results} total={total} />
          {verb === "reject" && state === "asking" && (
            <Textarea
              label="Reason"
              description="Who asked reads it."
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
              loading={state === "busy"}
              disabled={verb === "reject" && reason.trim() === ""}
              {...(verb === "reject" && state === "asking" ? { color: "red" } : { "data-autofocus": true })}
            >
              {state === "done" ? "Close" : `${name} ${rows.length === 1 ? total : rows.length}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What is decided, each with what became of it. */
function Deciding({
  verb,
  rows,
  results,
  total,
}: {
  readonly verb: string;
  readonly rows: readonly QueueRow[];
  readonly results: ReadonlyMap<string, Result>;
  readonly total: string;
}) {
  return (
    <Table aria-label={`Requests to ${verb}`} verticalSpacing={6}>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.requestId}>
            <Table.Td>
              <Text size="sm" fw={550}>
                {row.payeeName}
              </Text>
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
            <Table.Th>Total</Table.Th>
            <Table.Th ta="right">
              <span className="figures">{total}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
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
