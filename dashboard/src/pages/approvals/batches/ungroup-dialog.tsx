import { Modal, Stack, Text } from "@mantine/core";
import { ungroupApprovalBatch } from "../../../api/generated/sdk.gen.ts";
import { FormButtons } from "../../../ui/forms/form-buttons.tsx";
import { FormProblem } from "../../../ui/forms/form-problem.tsx";
import { submits } from "../../../ui/forms/submits.ts";
import { useSubmit } from "../../../ui/forms/use-submit.ts";
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
    <Modal
      opened
      onClose={() => !busy && onClose()}
      title={`Ungroup ${name}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form onSubmit={submits(() => submit(ungroup))}>
        <Stack gap="sm">
          <Text size="sm">
            {waiting.count === 0
              ? "The batch is closed. Nothing is decided."
              : `Nothing is decided: ${paymentsText(waiting.count)} will need a decision one by one in Approvals.`}
          </Text>
          <FormProblem problem={problem} />
          <FormButtons submit="Ungroup" busy={busy} autoFocus onCancel={() => !busy && onClose()} />
        </Stack>
      </form>
    </Modal>
  );
}
