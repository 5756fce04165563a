import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useState } from "react";
import { decideAboutScreeningCase } from "#api/generated/sdk.gen.ts";
import type { DecideScreeningCaseRequest, ScreeningCase } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { submits } from "#ui/forms/submits.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { TextLink } from "#ui/page/links.tsx";
import { When } from "#ui/page/when.tsx";
import { useControlChanges } from "../changes/waiting-changes.tsx";
import classes from "./screening.module.css";

type Verdict = DecideScreeningCaseRequest["verdict"];

/** What each decision says, and what follows from it. */
const verdicts = {
  clear: {
    button: "Not the same",
    consequence: "Payments leave, and this match is not raised again for these names and addresses.",
  },
  confirm: { button: "The same", consequence: "Payments to this recipient are blocked." },
} as const satisfies Readonly<Record<Verdict, { readonly button: string; readonly consequence: string }>>;

export function CaseList({ cases }: { readonly cases: readonly ScreeningCase[] }) {
  const proposed = new Set(
    (useControlChanges().data?.changes ?? [])
      .filter(({ kind }) => kind === "screeningCase")
      .map(({ subject }) => subject),
  );
  return (
    <ul className={classes["cases"]} aria-label="Screening cases">
      {cases.map((screeningCase) => (
        <li key={screeningCase.id} className={classes["case"]}>
          <Case case={screeningCase} isProposed={proposed.has(screeningCase.id)} />
        </li>
      ))}
    </ul>
  );
}

function Case({ case: found, isProposed }: { readonly case: ScreeningCase; readonly isProposed: boolean }) {
  const { recipientId, names, countries, list, listedName, matchedName, score, details, foundAt } = found;
  return (
    <Stack gap={4}>
      <Group gap="sm" justify="space-between" align="baseline">
        <Text size="sm" fw={550}>
          <TextLink to="/recipients/$recipientId" params={{ recipientId }} inherit underline="always">
            {names[0] ?? "A recipient"}
          </TextLink>{" "}
          resembles {listedName}
        </Text>
        {score !== null && <StatusMark color="orange">{`${score}% similar`}</StatusMark>}
      </Group>
      <Text size="sm">
        “{matchedName}”{countries.length > 0 && `, ${countries.join(", ")}`}. {list}: {details}
      </Text>
      <Text size="xs" c="dimmed">
        Found <When at={foundAt} />
      </Text>
      {isProposed ? (
        <Text size="sm">A decision waits for a second administrator, above.</Text>
      ) : (
        <Decide case={found} />
      )}
    </Stack>
  );
}

function Decide({ case: { id: caseId, names, listedName } }: { readonly case: ScreeningCase }) {
  const mayDecide = useRight("manageOrganization");
  const { busy, run } = useAction(["controls", "transactions"]);
  if (!mayDecide) return <Text size="sm">Two administrators decide.</Text>;
  const decide = async (verdict: Verdict, reason: string) => {
    const body = { verdict, reason };
    const answer = await run(() => decideAboutScreeningCase({ path: { caseId }, body, throwOnError: true }));
    if (answer !== undefined) notifyOutcome(answer.data, "Decision saved.");
  };
  const ask = (verdict: Verdict) => {
    const { button, consequence } = verdicts[verdict];
    const modalId = modals.open({
      title: `${button}: ${names[0] ?? "the recipient"} and ${listedName}`,
      children: (
        <ReasonForm
          consequence={consequence}
          label={button}
          isDanger={verdict === "clear"}
          onSubmit={(reason) => {
            modals.close(modalId);
            void decide(verdict, reason);
          }}
          onCancel={() => modals.close(modalId)}
        />
      ),
    });
  };
  return (
    <Group gap="xs">
      {(["clear", "confirm"] as const).map((verdict) => (
        <Button
          key={verdict}
          size="compact-sm"
          variant="default"
          disabled={busy}
          aria-label={`${verdicts[verdict].button}: ${names[0] ?? "the recipient"} and ${listedName}`}
          onClick={() => ask(verdict)}
        >
          {verdicts[verdict].button}
        </Button>
      ))}
    </Group>
  );
}

function ReasonForm({
  consequence,
  label,
  isDanger,
  onSubmit,
  onCancel,
}: {
  readonly consequence: string;
  readonly label: string;
  /** Clearing allows money to leave. */
  readonly isDanger: boolean;
  readonly onSubmit: (reason: string) => void;
  readonly onCancel: () => void;
}) {
  const [reason, setReason] = useState("");
  return (
    <form onSubmit={submits(() => onSubmit(reason.trim()))}>
      <Stack gap="sm">
        <Text size="sm">{consequence} A second administrator confirms the decision.</Text>
        <Textarea
          label="Reason"
          description="For the audit log, such as another date of birth or another country."
          required
          minLength={3}
          maxLength={1_000}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={reason.trim().length < 3} {...(isDanger ? { color: DANGER } : {})}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
