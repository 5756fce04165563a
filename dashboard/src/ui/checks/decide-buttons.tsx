import { Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { decideAboutCheck } from "../../api/generated/sdk.gen.ts";
import type { CheckException, CheckExceptionDecision } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { notifyOutcome } from "../feedback/notify-outcome.ts";
import { DANGER } from "../forms/danger-color.ts";
import { useAction } from "../forms/use-action.ts";
import { consequencesOf, decisionNames } from "./exception-words.ts";

const decisions = ["pay", "return"] as const satisfies readonly CheckExceptionDecision[];

/** The two decisions about a presented check, each confirmed with its consequences. */
export function DecideButtons({ exception }: { readonly exception: CheckException }) {
  const mayDecide = useRight("manageOrganization");
  const { busy, run } = useAction(["bankFiles", "transactions"]);
  if (!mayDecide) return <Text size="sm">Two administrators decide whether the bank pays or returns it.</Text>;
  const { id: exceptionId, checkNumber } = exception;
  const decide = async (decision: CheckExceptionDecision) => {
    const answer = await run(() => decideAboutCheck({ path: { exceptionId }, body: { decision }, throwOnError: true }));
    if (answer !== undefined) notifyOutcome(answer.data, "Decision saved. Enter it on the bank's website, too.");
  };
  const confirm = (decision: CheckExceptionDecision) => {
    const label = `${decisionNames[decision]} check ${checkNumber}`;
    modals.openConfirmModal({
      title: label,
      children: (
        <Stack gap="xs">
          {consequencesOf(exception, decision).map((consequence) => (
            <Text key={consequence} size="sm">
              {consequence}
            </Text>
          ))}
        </Stack>
      ),
      labels: { confirm: label, cancel: "Cancel" },
      ...(decision === "pay" ? { confirmProps: { color: DANGER } } : {}),
      onConfirm: () => void decide(decision),
    });
  };
  return (
    <Group gap="xs">
      {decisions.map((decision) => (
        <Button
          key={decision}
          size="compact-sm"
          variant="default"
          disabled={busy}
          aria-label={`${decisionNames[decision]} check ${checkNumber}`}
          onClick={() => confirm(decision)}
        >
          {decisionNames[decision]}
        </Button>
      ))}
    </Group>
  );
}
