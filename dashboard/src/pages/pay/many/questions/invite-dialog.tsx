import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { messageOf } from "#api/api-error.ts";
import { createRecipientInvite } from "#api/generated/sdk.gen.ts";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { newKey } from "#ui/forms/new-key.ts";
import { submits } from "#ui/forms/submits.ts";
import type { FileJob } from "../use-job.ts";
import { shortName } from "./name-cell.tsx";
import type { OpenName } from "./open-names.ts";

const NAME_MAX = 140;

/** Invites recipients of the file to enter their bank details. A name without an email address is not invited. */
export function InviteDialog({
  state,
  names,
  onClose,
}: {
  readonly state: FileJob;
  readonly names: readonly OpenName[];
  readonly onClose: () => void;
}) {
  const [emails, setEmails] = useState(() => Object.fromEntries(names.map(({ key, email }) => [key, email])));
  const { isSending, problem, send } = useInvites(state, onClose);
  const invites = names.flatMap(({ key, name }) => {
    const email = emails[key]?.trim() ?? "";
    return email === "" || state.job.decisions.invited[key] !== undefined ? [] : [{ key, name, email }];
  });
  return (
    <Modal opened onClose={onClose} title="Invite recipients" size="lg">
      <form onSubmit={submits(() => send(invites))}>
        <Stack gap="sm">
          <Text size="sm">
            Each receives a link to enter bank details for ACH. Their rows stay in this file until then.
          </Text>
          <FormProblem problem={problem} />
          {names.map(({ key, name }, index) => (
            <TextInput
              key={key}
              type="email"
              label={`Email of ${shortName(name)}`}
              value={emails[key] ?? ""}
              disabled={state.job.decisions.invited[key] !== undefined}
              onChange={({ currentTarget: { value } }) => setEmails({ ...emails, [key]: value })}
              {...(index === 0 ? { "data-autofocus": true } : {})}
            />
          ))}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSending} disabled={invites.length === 0}>
              {invites.length === 0
                ? "Send invites"
                : invites.length === 1
                  ? "Send 1 invite"
                  : `Send ${invites.length} invites`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface Invitee {
  readonly key: string;
  readonly name: string;
  readonly email: string;
}

function useInvites(state: FileJob, onDone: () => void) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  // A retry after a lost response does not create a second invite.
  const keys = useRef(new Map<string, string>());
  const send = async (invitees: readonly Invitee[]) => {
    setSending(true);
    setProblem(undefined);
    try {
      for (const { key, name, email } of invitees) {
        const request = `${key} ${email}`;
        const idempotencyKey = keys.current.get(request) ?? newKey();
        keys.current.set(request, idempotencyKey);
        await createRecipientInvite({
          body: {
            name: name.trim().slice(0, NAME_MAX),
            contactEmail: email,
            paymentMethods: ["ach"],
            requireTaxDocument: false,
            sendEmail: true,
            idempotencyKey,
          },
          throwOnError: true,
        });
        state.decide(({ invited }) => ({ invited: { ...invited, [key]: email } }));
      }
      onDone();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setSending(false);
    }
  };
  return { isSending, problem, send };
}
