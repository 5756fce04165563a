import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useRight } from "#app/session/session.ts";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { ButtonLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";
import { DataTable, type TableColumn } from "#ui/table/data-table.tsx";
import type { FileJob } from "../use-job.ts";
import { ChooseRecipient } from "./choose-recipient.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { NameCell, shortName } from "./name-cell.tsx";
import type { OpenName } from "./open-names.ts";

const SHOWN = 50;

/** Names without a recipient: choose one, add or invite it, or exclude its rows. */
export function UnknownRecipients({ state, names }: { readonly state: FileJob; readonly names: readonly OpenName[] }) {
  const [inviting, setInviting] = useState<readonly OpenName[]>([]);
  const [choosing, setChoosing] = useState<OpenName>();
  const mayInvite = useRight("createRecipientInvites");
  const { invited } = state.job.decisions;
  if (names.length === 0) return null;
  const open = names.filter(({ key }) => invited[key] === undefined);
  return (
    <Section
      flush
      title="Recipients not found"
      actions={
        <Group gap="xs">
          {open.length > 0 && (
            <Button size="xs" variant="default" onClick={() => exclude(state, open)}>
              Exclude {open.length === 1 ? "its rows" : `all ${open.length}`}
            </Button>
          )}
          {mayInvite && open.length > 0 && (
            <Button size="xs" variant="default" onClick={() => setInviting(open)}>
              Invite {open.length === 1 ? "recipient" : `all ${open.length}`}
            </Button>
          )}
        </Group>
      }
    >
      <DataTable
        label="Recipients not found"
        rows={names.slice(0, SHOWN)}
        rowKey={({ key }) => key}
        columns={columnsOf(state, {
          onChoose: setChoosing,
          onInvite: mayInvite ? (name) => setInviting([name]) : undefined,
        })}
      />
      {names.length > SHOWN && (
        <Text size="sm" c="dimmed" p="sm">
          {names.length - SHOWN} more. Every row is in the list below.
        </Text>
      )}
      {inviting.length > 0 && <InviteDialog state={state} names={inviting} onClose={() => setInviting([])} />}
      {choosing !== undefined && (
        <ChooseRecipient
          name={choosing.name}
          recipients={state.recipients.data ?? []}
          onClose={() => setChoosing(undefined)}
          onChoose={(id) => {
            state.decide(({ recipients }) => ({ recipients: { ...recipients, [choosing.key]: id } }));
            setChoosing(undefined);
          }}
        />
      )}
    </Section>
  );
}

const exclude = (state: FileJob, names: readonly OpenName[]) =>
  state.decide(({ excluded }) => ({
    excluded: [...excluded, ...names.flatMap(({ rows }) => rows.map(({ number }) => number))],
  }));

interface NameChoices {
  readonly onChoose: (name: OpenName) => void;
  /** Undefined for users who may not invite. */
  readonly onInvite: ((name: OpenName) => void) | undefined;
}

const columnsOf = (state: FileJob, { onChoose, onInvite }: NameChoices): readonly TableColumn<OpenName>[] => [
  { header: "In the file", cell: (name) => <NameCell state={state} name={name} />, phone: "name" },
  {
    header: "Status",
    phone: "amount",
    cell: ({ key }) => {
      const email = state.job.decisions.invited[key];
      return email === undefined ? (
        <StatusMark color="red">Not found</StatusMark>
      ) : (
        <Group gap="xs" display="inline-flex">
          <StatusMark color="gray">Invited</StatusMark>
          {email}
        </Group>
      );
    },
  },
  {
    header: "Actions",
    hideHeader: true,
    align: "right",
    cell: (name) => <NameActions state={state} name={name} onChoose={onChoose} onInvite={onInvite} />,
    phone: "below",
  },
];

function NameActions({
  state,
  name,
  onChoose,
  onInvite,
}: NameChoices & {
  readonly state: FileJob;
  readonly name: OpenName;
}) {
  const mayAdd = useRight("createRecipients");
  const shown = shortName(name.name);
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Choose a recipient for ${shown}`}
        onClick={() => onChoose(name)}
      >
        Choose
      </Button>
      {mayAdd && (
        <ButtonLink
          size="compact-xs"
          variant="subtle"
          to="/recipients/new"
          search={{ name: shown, email: name.email || undefined, returnTo: "file" }}
          aria-label={`Add ${shown} as a recipient`}
        >
          Add
        </ButtonLink>
      )}
      {onInvite !== undefined && state.job.decisions.invited[name.key] === undefined && (
        <Button size="compact-xs" variant="subtle" aria-label={`Invite ${shown}`} onClick={() => onInvite(name)}>
          Invite
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Exclude the rows of ${shown}`}
        onClick={() => exclude(state, [name])}
      >
        Exclude
      </Button>
    </Group>
  );
}
