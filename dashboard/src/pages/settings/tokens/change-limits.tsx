import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { changeTokenLimits } from "#api/generated/sdk.gen.ts";
import type { ApiToken } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { FormDialog } from "#ui/forms/form-dialog.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { type LimitDraft, LimitFields, limitsOfDraft } from "./limit-fields.tsx";

/** Changes what a token may move; loosening it may wait for a second person. */
export function ChangeLimitsDialog({
  token: { tokenId, name, limits },
  onClose,
}: {
  readonly token: ApiToken;
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  const form = useForm<LimitDraft>({
    initialValues: {
      limitPerPayment: limits.perPayment ?? "",
      limitPerDay: limits.perDay?.limit ?? "",
      limitPerMonth: limits.perMonth?.limit ?? "",
      paymentsPerDay: limits.paymentsPerDay?.limit ?? "",
      accountIds: limits.accountIds ?? [],
      recipientIds: limits.recipientIds ?? [],
    },
  });
  const { busy, problem, submit } = useSubmit(form);
  const save = async () => {
    const saved = await submit(async () => {
      const { data } = await changeTokenLimits({
        path: { tokenId },
        body: limitsOfDraft(form.getValues()),
        throwOnError: true,
      });
      notifyOutcome(data, `The limits of ${name} were changed.`);
      await refresh("tokens", "controls");
    });
    if (saved) onClose();
  };
  return (
    <FormDialog title={`Limits of ${name}`} submit="Save limits" busy={busy} onSubmit={save} onClose={onClose}>
      <FormProblem problem={problem} />
      <Text size="sm" c="dimmed">
        Lower limits apply within a second. If you raise or remove one, a second person must confirm the change. A limit
        that you add counts from now on.
      </Text>
      <LimitFields form={form} />
    </FormDialog>
  );
}
