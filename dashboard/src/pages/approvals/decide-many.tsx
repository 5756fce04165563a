import { Button, Group, Modal, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { submits } from "../../ui/forms/submits.ts";
import { totalOf } from "../../ui/money/total.ts";
import { DecisionTable, isFailed } from "./decision-table.tsx";
import type { QueuedRequest } from "./decisions.ts";
import { ReasonField } from "./reason-field.tsx";
import { useDecisions } from "./use-decisions.ts";

/** Confirms decisions on several requests, sends them one by one, and shows each result. */
export function DecideMany({
  verb,
  rows,
  onClose,
}: {
  readonly verb: "approve" | "reject";
  readonly rows: readonly QueuedRequest[];
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const { reviews, results, state, run } = useDecisions(rows);
  const isReading = verb === "approve" && !reviews.isRead;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A disabled button loses focus; it gets it back when it can be pressed again.
    if (state === "done" || (verb === "approve" && state === "confirming" && !isReading)) button.current?.focus();
  }, [state, verb, isReading]);
  const name = verb === "approve" ? "Approve" : "Reject";
  const failed = rows.filter(({ requestId }) => isFailed(results.get(requestId))).length;
  const decide = () => run(verb === "approve" ? { verb } : { verb, reason: reason.trim() });
  return (
    <Modal
      opened
      onClose={() => state !== "busy" && onClose()}
      title={`${name} ${rows.length === 1 ? (rows[0]?.payeeName ?? "") : `${rows.length} requests`}`}
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form onSubmit={submits(() => (state === "done" ? onClose() : decide()))}>
        <Stack gap="sm">
          {state === "done" && failed > 0 && (
            <FormProblem problem={`${failed} of ${rows.length} could not be completed. See each row.`} />
          )}
          <DecisionTable verb={verb} rows={rows} results={results} reviews={reviews} />
          {verb === "reject" && state === "confirming" && <ReasonField required value={reason} onChange={setReason} />}
          <Group justify="flex-end">
            {state === "confirming" && (
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
            )}
            <Button
              ref={button}
              type="submit"
              loading={state === "busy" || isReading}
              disabled={verb === "reject" && reason.trim() === ""}
              {...(verb === "reject" && state === "confirming" ? { color: DANGER } : { "data-autofocus": true })}
            >
              {state === "done" ? "Close" : `${name} ${rows.length === 1 ? totalOf(rows.map(amountOf)) : rows.length}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const amountOf = ({ amount }: QueuedRequest): number => amount;
