import { Text } from "@mantine/core";
import { stopRecurringPayment } from "#api/generated/sdk.gen.ts";
import type { RecurringPaymentDetails } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyDone } from "#ui/feedback/notify.ts";
import { DANGER } from "#ui/forms/danger-color.ts";
import { FormDialog } from "#ui/forms/form-dialog.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";

/** Confirms that no further payment is requested. */
export function StopDialog({
  recurring: { id, recipientName },
  onClose,
}: {
  readonly recurring: RecurringPaymentDetails;
  readonly onClose: () => void;
}) {
  const { busy, problem, submit } = useSubmit();
  const refresh = useRefresh();
  const stop = () =>
    submit(async () => {
      await stopRecurringPayment({ path: { recurringPaymentId: id }, throwOnError: true });
      notifyDone("Recurring payment stopped");
      onClose();
      await refresh("recurringPayments", "approvals");
    });
  return (
    <FormDialog
      title="Stop recurring payment"
      submit="Stop"
      busy={busy}
      color={DANGER}
      autoFocus
      onSubmit={stop}
      onClose={onClose}
    >
      <Text size="sm">
        No further payment to {recipientName} will be requested. Payments that were already sent for approval remain;
        withdraw them in Approvals if they should not be made. This cannot be undone.
      </Text>
      <FormProblem problem={problem} />
    </FormDialog>
  );
}
