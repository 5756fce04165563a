import { Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useState } from "react";
import { decideAboutBankFile } from "../../api/generated/sdk.gen.ts";
import type { BankFile } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { notifyOutcome } from "../../ui/feedback/notify-outcome.ts";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { useAction } from "../../ui/forms/use-action.ts";
import type { FileChoice } from "./attention.ts";
import { nameOfFile } from "./file-labels.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

/** What an administrator can decide about a file that needs a person, each with when it is right. */
export function Decisions({ file, choices }: { readonly file: BankFile; readonly choices: readonly FileChoice[] }) {
  const mayDecide = useRight("manageOrganization");
  const { busy, run } = useAction(["bankFiles", "transactions"]);
  const [asked, setAsked] = useState<FileChoice>();
  if (choices.length === 0) return null;
  if (!mayDecide) return <Text size="sm">An administrator decides what to do with this file.</Text>;
  const decide = async ({ decision, done }: FileChoice) => {
    const answer = await run(() =>
      decideAboutBankFile({ path: { fileId: file.id }, body: { decision }, throwOnError: true }),
    );
    if (answer !== undefined) notifyOutcome(answer.data, done);
  };
  const confirm = (choice: FileChoice) => (choice.needsReason === true ? setAsked(choice) : openConfirmation(choice));
  const openConfirmation = (choice: FileChoice) =>
    modals.openConfirmModal({
      title: `${choice.label}: ${nameOfFile(file)}`,
      children: <Text size="sm">{choice.consequence}</Text>,
      labels: { confirm: choice.label, cancel: "Cancel" },
      ...(choice.isDangerous === true ? { confirmProps: { color: DANGER } } : {}),
      onConfirm: () => void decide(choice),
    });
  return (
    <Stack gap="xs">
      {asked !== undefined && <ReasonDialog file={file} choice={asked} onClose={() => setAsked(undefined)} />}
      {choices.map((choice) => (
        <Group key={choice.decision} justify="space-between" gap="sm">
          <Text size="sm">{choice.when}:</Text>
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => confirm(choice)}>
            {choice.label}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
