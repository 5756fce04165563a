import { Text } from "@mantine/core";
import { ungroupApprovalBatch } from "#api/generated/sdk.gen.ts";
import { FormDialog } from "#ui/forms/form-dialog.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { paymentsText } from "./batch-words.ts";
import type { ApprovalBatch } from "./use-batch.ts";

/** Confirms that a batch is dissolved, which cannot be undone. Its requests stay. */
export function UngroupDialog({
  batch: { batchId, name, waiting },
  onClose,
}: {
  readonly batch: ApprovalBatch;
  /** With the batch, if it was ungrouped. */
  readonly onClose: (changed?: ApprovalBatch) => void;
}) {
  const { busy, problem, submit } = useSubmit();
  const ungroup = async () => {
    const { data } = await ungroupApprovalBatch({ path: { batchId }, throwOnError: true });
    onClose(data);
  };
  return (
    <FormDialog
      title={`Ungroup ${name}`}
      submit="Ungroup"
      busy={busy}
      autoFocus
      onSubmit={() => submit(ungroup)}
      onClose={onClose}
    >
      <Text size="sm">
        {waiting.count === 0
          ? "The batch is closed. Nothing is decided."
          : `Nothing is decided: ${paymentsText(waiting.count)} will need a decision one by one in Approvals.`}
      </Text>
      <FormProblem problem={problem} />
    </FormDialog>
  );
}
