import { Button, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { stopCheck } from "#api/generated/sdk.gen.ts";
import type { Check } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { notifyDone } from "#ui/feedback/notify.ts";
import { DANGER } from "#ui/forms/danger-color.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { stopConsequences } from "./check-words.ts";

const done = {
  voided: "The check is void.",
  requested: "The stop was requested. The check can be cashed until the bank accepts it.",
} as const;

/** Stops the check after its consequences were confirmed. For administrators, while it can be stopped. */
export function StopButton({ check: { transactionId, checkNumber, stopOutcome } }: { readonly check: Check }) {
  const mayStop = useRight("manageOrganization");
  const { busy, run } = useAction(["transactions", "bankFiles"]);
  if (!mayStop || stopOutcome === null) return null;
  const stop = async () => {
    const answer = await run(() => stopCheck({ path: { transactionId }, throwOnError: true }));
    if (answer !== undefined) notifyDone(done[answer.data.outcome]);
  };
  const confirm = () =>
    modals.openConfirmModal({
      title: `Stop check ${checkNumber}`,
      children: (
        <Stack gap="xs">
          {stopConsequences[stopOutcome].map((consequence) => (
            <Text key={consequence} size="sm">
              {consequence}
            </Text>
          ))}
        </Stack>
      ),
      labels: { confirm: `Stop check ${checkNumber}`, cancel: "Cancel" },
      confirmProps: { color: DANGER },
      onConfirm: () => void stop(),
    });
  return (
    <Button size="compact-sm" variant="default" loading={busy} onClick={confirm}>
      Stop this check
    </Button>
  );
}
