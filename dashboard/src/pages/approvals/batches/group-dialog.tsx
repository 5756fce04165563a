import { Button, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { groupApprovalRequests } from "#api/generated/sdk.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { useRight, useSession } from "#app/session/session.ts";
import { notifyDone } from "#ui/feedback/notify.ts";
import { FormDialog } from "#ui/forms/form-dialog.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { newKey } from "#ui/forms/new-key.ts";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { totalOf } from "#ui/money/total.ts";
import type { QueuedRequest } from "../decisions.ts";
import { paymentsText } from "./batch-words.ts";

/** Waits for a decision, and is in no batch. */
export const mayGroup = ({ status, batch, allowedActions }: QueuedRequest): boolean =>
  status === "pendingApproval" &&
  batch === null &&
  (["approve", "reject", "withdraw"] as const).some((action) => allowedActions.includes(action));

/** Makes a batch of the selected requests: for approvers, and for the requester of all of them. */
export function GroupButton({
  rows,
  onGrouped,
}: {
  readonly rows: readonly QueuedRequest[];
  readonly onGrouped: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const mayApprove = useRight("approvePayments");
  const { user } = useSession();
  const able = rows.filter(mayGroup).filter(({ requester }) => mayApprove || requester.userId === user.userId);
  if (able.length < 2 || able.length < rows.length) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Group as batch
      </Button>
      {isOpen && <GroupDialog rows={able} onClose={() => setOpen(false)} onGrouped={onGrouped} />}
    </>
  );
}

function GroupDialog({
  rows,
  onClose,
  onGrouped,
}: {
  readonly rows: readonly QueuedRequest[];
  readonly onClose: () => void;
  readonly onGrouped: () => void;
}) {
  const [name, setName] = useState("");
  const [key] = useState(newKey);
  const refresh = useRefresh();
  const { busy, problem, submit } = useSubmit();
  const group = async () => {
    const body = { name: name.trim(), requestIds: rows.map(({ requestId }) => requestId), idempotencyKey: key };
    await groupApprovalRequests({ body, throwOnError: true });
    notifyDone(`${paymentsText(rows.length)} grouped as ${body.name}`);
    await refresh("approvals");
    onClose();
    onGrouped();
  };
  return (
    <FormDialog
      title="Group as batch"
      submit="Group"
      busy={busy}
      disabled={name.trim() === ""}
      onSubmit={() => submit(group)}
      onClose={onClose}
    >
      <Text size="sm">
        {paymentsText(rows.length)}, {totalOf(rows.map(({ amount }) => amount))}. Approvers see one item, and can remove
        payments from it.
      </Text>
      <FormProblem problem={problem} />
      <TextInput
        label="Batch name"
        required
        maxLength={100}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}
