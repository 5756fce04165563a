import { Button } from "@mantine/core";
import { useState } from "react";
import { submitApprovalBatch } from "#api/generated/sdk.gen.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { paymentsText, verbWords } from "./batch-words.ts";
import { sumFor, type VerbOfBatch } from "./decide-batch-dialog.tsx";
import { UngroupDialog } from "./ungroup-dialog.tsx";
import type { ApprovalBatch } from "./use-batch.ts";

const verbs = ["approve", "reject", "withdraw"] as const satisfies readonly VerbOfBatch[];
const variants = { approve: "filled", reject: "default", withdraw: "default" } as const;

/** What the user may do with the whole batch. */
export function BatchActions({
  batch,
  hasChanged,
  onDecide,
  onChanged,
}: {
  readonly batch: ApprovalBatch;
  /** The user has not seen what it contains now. */
  readonly hasChanged: boolean;
  readonly onDecide: (verb: VerbOfBatch) => void;
  readonly onChanged: (batch: ApprovalBatch) => void;
}) {
  const { allowedActions, arrived } = batch;
  const path = { batchId: batch.batchId };
  const { busy, run } = useAction(["approvals"]);
  const [isUngrouping, setUngrouping] = useState(false);
  const change = async (work: () => Promise<{ readonly data: ApprovalBatch }>, done: string) => {
    const changed = await run(work, done);
    if (changed !== undefined) onChanged(changed.data);
  };
  return (
    <>
      {verbs
        .filter((verb) => allowedActions.includes(verb))
        .map((verb) => (
          <Button key={verb} variant={variants[verb]} disabled={hasChanged} onClick={() => onDecide(verb)}>
            {verbWords[verb].button} {verb === "approve" ? labelOf(batch) : paymentsText(sumFor(batch, verb).count)}
          </Button>
        ))}
      {allowedActions.includes("submit") && arrived.count > 0 && (
        <Button
          loading={busy}
          onClick={() =>
            void change(
              () => submitApprovalBatch({ path, body: arrived, throwOnError: true }),
              "Submitted for approval",
            )
          }
        >
          Submit {paymentsText(arrived.count)}, {formatMoney(arrived.total)}
        </Button>
      )}
      {allowedActions.includes("ungroup") && (
        <Button variant="subtle" color="gray" onClick={() => setUngrouping(true)}>
          Ungroup
        </Button>
      )}
      {isUngrouping && (
        <UngroupDialog
          batch={batch}
          onClose={(changed) => {
            setUngrouping(false);
            if (changed !== undefined) onChanged(changed);
          }}
        />
      )}
    </>
  );
}

function labelOf(batch: ApprovalBatch): string {
  const { count, total } = sumFor(batch, "approve");
  return `${paymentsText(count)}, ${formatMoney(total)}`;
}
