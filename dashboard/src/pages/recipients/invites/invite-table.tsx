import { Box, Button, CopyButton, Group, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { Link } from "@tanstack/react-router";
import { deleteRecipientInvite, resendRecipientInvite } from "#api/generated/sdk.gen.ts";
import type { RecipientInvite } from "#api/generated/types.gen.ts";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { shownMethods } from "#ui/money/payment-methods.ts";
import { When } from "#ui/page/when.tsx";
import { DataTable, type TableColumn } from "#ui/table/data-table.tsx";

export function InviteTable({ invites }: { readonly invites: readonly RecipientInvite[] }) {
  return <DataTable label="Invites" rows={invites} rowKey={({ id }) => id} columns={columns} />;
}

const columns: readonly TableColumn<RecipientInvite>[] = [
  { header: "Recipient", phone: "name", cell: (invite) => <Who invite={invite} /> },
  {
    header: "Methods",
    phone: "second",
    cell: ({ paymentMethods }) => paymentMethods.map((method) => shownMethods[method].name).join(", "),
  },
  { header: "Status", phone: "amount", cell: ({ status }) => <StatusBadge status={status} />, width: 110 },
  { header: "Invited", cell: ({ createdAt }) => <When at={createdAt} form="short" />, width: 110 },
  {
    header: "Expires",
    cell: ({ expiresAt, status }) =>
      expiresAt === null || status === "completed" ? "" : <When at={expiresAt} form="short" />,
    width: 110,
  },
  {
    header: "Actions",
    hideHeader: true,
    align: "right",
    phone: "below",
    cell: (invite) => <Actions invite={invite} />,
  },
];

function Who({ invite: { name, contactEmail, recipientId, notes } }: { readonly invite: RecipientInvite }) {
  return (
    // One block: on a phone the cell lays out its children side by side.
    <Box component="span" display="block">
      {recipientId === null ? (
        <Text component="span" size="sm" fw={550} display="block">
          {name}
        </Text>
      ) : (
        <Text
          size="sm"
          fw={550}
          display="block"
          renderRoot={(props) => <Link to="/recipients/$recipientId" params={{ recipientId }} {...props} />}
        >
          {name}
        </Text>
      )}
      <Text component="span" size="xs" c="dimmed" display="block" style={{ overflowWrap: "anywhere" }}>
        {contactEmail}
        {notes !== null && ` · ${notes}`}
      </Text>
    </Box>
  );
}

function Actions({ invite }: { readonly invite: RecipientInvite }) {
  const { busy, run } = useAction(["invites"]);
  const { id, name, contactEmail, onboardingUrl, status, allowedActions } = invite;
  const isOpen = status === "created";
  const verb = isOpen ? "Withdraw" : "Remove";
  const confirmEnd = () =>
    modals.openConfirmModal({
      title: `${verb} the invite for ${name}`,
      children: (
        <Text size="sm">
          {isOpen
            ? "The link stops working immediately. This cannot be undone, but you can send a new invite."
            : "The invite is removed from the list. The recipient is not affected."}
        </Text>
      ),
      labels: { confirm: `${verb} invite`, cancel: "Cancel" },
      confirmProps: { color: DANGER },
      onConfirm: () =>
        void run(
          () => deleteRecipientInvite({ path: { inviteId: id }, throwOnError: true }),
          isOpen ? `The invite for ${name} was withdrawn.` : `The invite for ${name} was removed.`,
        ),
    });
  return (
    <Group gap={6} justify="flex-end" display="inline-flex">
      {allowedActions.includes("passOn") && (
        <CopyButton value={onboardingUrl} timeout={1500}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="default"
              onClick={copy}
              aria-label={copied ? `Copied the link for ${name}` : `Copy link for ${name}`}
            >
              {copied ? "Copied" : "Copy link"}
            </Button>
          )}
        </CopyButton>
      )}
      {allowedActions.includes("resend") && (
        <Button
          size="compact-xs"
          variant="default"
          loading={busy}
          aria-label={`Resend to ${name}`}
          onClick={() =>
            void run(
              () => resendRecipientInvite({ path: { inviteId: id }, throwOnError: true }),
              `The link was sent again to ${contactEmail}.`,
            )
          }
        >
          Resend
        </Button>
      )}
      {allowedActions.includes("withdraw") && (
        <Button
          size="compact-xs"
          variant="default"
          loading={busy}
          aria-label={`${verb} the invite for ${name}`}
          onClick={confirmEnd}
        >
          {verb}
        </Button>
      )}
    </Group>
  );
}
