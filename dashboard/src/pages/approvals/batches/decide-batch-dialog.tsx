import { Text } from "@mantine/core";
import { useState } from "react";
import { approveApprovalBatch, rejectApprovalBatch, withdrawApprovalBatch } from "#api/generated/sdk.gen.ts";
import { DANGER } from "#ui/forms/danger-color.ts";
import { FormDialog } from "#ui/forms/form-dialog.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { newKey } from "#ui/forms/new-key.ts";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { ReasonField } from "../reason-field.tsx";
import { paymentsText, verbWords } from "./batch-words.ts";
import type { ApprovalBatch } from "./use-batch.ts";

export type VerbOfBatch = keyof typeof verbWords;

/** What the decision would be about. */
export const sumFor = ({ evaluation }: ApprovalBatch, verb: VerbOfBatch) => {
  const { approvable, rejectable, withdrawable } = evaluation ?? {
    approvable: none,
    rejectable: none,
    withdrawable: none,
  };
  return { approve: approvable, reject: rejectable, withdraw: withdrawable }[verb];
};
const none = { count: 0, total: 0 };

/** Confirms a decision about what the user has seen of the batch. It is then carried out request by request. */
export function DecideBatchDialog({
  verb,
  batch,
  content,
  onClose,
}: {
  readonly verb: VerbOfBatch;
  readonly batch: ApprovalBatch;
  /** Of what the user has seen. */
  readonly content: string;
  /** With the ID of the decision, if there is one. */
  readonly onClose: (decisionId?: string) => void;
}) {
  const [reason, setReason] = useState("");
  const [key] = useState(newKey);
  const { busy, problem, submit } = useSubmit();
  const { count, total } = sumFor(batch, verb);
  const name = verbWords[verb].button;
  const decide = async () => {
    const text = reason.trim();
    const call = { path: { batchId: batch.batchId }, throwOnError: true } as const;
    const body = { content, idempotencyKey: key };
    const send = {
      approve: () => approveApprovalBatch({ ...call, body }),
      reject: () => rejectApprovalBatch({ ...call, body: { ...body, reason: text } }),
      withdraw: () => withdrawApprovalBatch({ ...call, body: text === "" ? body : { ...body, reason: text } }),
    };
    onClose((await send[verb]()).data.decisionId);
  };
  return (
    <FormDialog
      title={`${name} ${paymentsText(count)}`}
      submit={verb === "approve" ? `Approve ${formatMoney(total)}` : `${name} ${paymentsText(count)}`}
      busy={busy}
      disabled={verb === "reject" && reason.trim() === ""}
      color={verb === "approve" ? undefined : DANGER}
      autoFocus={verb === "approve"}
      onSubmit={() => submit(decide)}
      onClose={onClose}
    >
      <Text size="sm">
        {batch.name}: {paymentsText(count)}, {formatMoney(total)}.
      </Text>
      {verb === "approve" && <BeforeApproval batch={batch} count={count} />}
      <FormProblem problem={problem} />
      {verb !== "approve" && <ReasonField required={verb === "reject"} value={reason} onChange={setReason} />}
    </FormDialog>
  );
}

function BeforeApproval({
  batch: { evaluation, waiting },
  count,
}: {
  readonly batch: ApprovalBatch;
  readonly count: number;
}) {
  if (evaluation === null) return null;
  const { flagged, stepUpNeeded } = evaluation;
  return (
    <>
      {flagged > 0 && (
        <Text size="sm" fw={600}>
          {paymentsText(flagged)} {flagged === 1 ? "is" : "are"} flagged.
        </Text>
      )}
      {count < waiting.count && (
        <Text size="sm">
          {paymentsText(waiting.count - count)} that you may not approve {waiting.count - count === 1 ? "is" : "are"}{" "}
          left out.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Each payment is checked and approved on its own.
        {stepUpNeeded ? " You will be asked to confirm your identity once." : ""}
      </Text>
    </>
  );
}
