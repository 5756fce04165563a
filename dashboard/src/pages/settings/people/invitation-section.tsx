import { Box, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getInvitationsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { receiveInvitationLink, resendInvitation, withdrawInvitation } from "#api/generated/sdk.gen.ts";
import type { Invitation, InvitationList } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { fullNameOf } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { notifyDone, notifyProblem } from "#ui/feedback/notify.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { Section } from "#ui/page/section.tsx";
import { When } from "#ui/page/when.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { SecretDialog } from "../secret-dialog.tsx";
import { roleNames } from "./role-names.ts";

const REFRESH_MS = 5_000;

/** Whether a mail server took an invitation shows seconds after it was sent, or when the server is back. */
const untilSent = ({ state: { data } }: { readonly state: { readonly data?: InvitationList | undefined } }) =>
  data?.invitations.some(({ delivery }) => delivery === "waiting" || delivery === "failed") ? REFRESH_MS : false;

/** Invitations that have not been accepted. */
export function InvitationSection() {
  const invitations = useQuery({ ...getInvitationsOptions(), refetchInterval: untilSent });
  return (
    <Section title="Open invitations" flush>
      <Loaded query={invitations} skeleton={<SkeletonRows rows={2} />}>
        {({ invitations: rows }) =>
          rows.length === 0 ? (
            <Empty title="No open invitations">
              Invitations appear here until they are accepted or expire after seven days.
            </Empty>
          ) : (
            <InvitationTable invitations={rows} />
          )
        }
      </Loaded>
    </Section>
  );
}

function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const [busy, setBusy] = useState<string>();
  const refresh = useRefresh();
  const change = async (id: string, call: () => Promise<unknown>) => {
    setBusy(id);
    try {
      await call();
    } catch (error) {
      notifyProblem(error);
    }
    await refresh("users", "controls");
    setBusy(undefined);
  };
  const resend = ({ id, email }: Invitation) =>
    change(id, async () => {
      const { data } = await resendInvitation({ path: { invitationId: id }, throwOnError: true });
      notifyOutcome(data, `The invitation was sent again to ${email}.`);
    });
  const withdraw = ({ id, email }: Invitation) =>
    change(id, async () => {
      await withdrawInvitation({ path: { invitationId: id }, throwOnError: true });
      notifyDone(`The invitation for ${email} was withdrawn.`);
    });
  const [link, setLink] = useState<{ readonly email: string; readonly text: string }>();
  const receive = ({ id, email }: Invitation) =>
    change(id, async () => {
      const { data } = await receiveInvitationLink({ path: { invitationId: id }, throwOnError: true });
      setLink({ email, text: data.link });
    });
  return (
    <>
      <DataTable
        label="Open invitations"
        rows={invitations}
        rowKey={({ id }) => id}
        columns={[
          { header: "Name", cell: (invitation) => <Invited invitation={invitation} /> },
          { header: "Role", cell: ({ role }) => roleNames[role], width: 190 },
          { header: "Expires", cell: ({ expiresAt }) => <When at={expiresAt} form="short" />, width: 120 },
          {
            header: "Actions",
            hideHeader: true,
            align: "right",
            width: 250,
            cell: (invitation) => (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                {invitation.linkOffered && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    disabled={busy === invitation.id}
                    aria-label={`Show the link of ${invitation.email}`}
                    onClick={() => void receive(invitation)}
                  >
                    Show link
                  </Button>
                )}
                <Button
                  size="compact-xs"
                  variant="default"
                  loading={busy === invitation.id}
                  aria-label={`Resend to ${invitation.email}`}
                  onClick={() => void resend(invitation)}
                >
                  Resend
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={busy === invitation.id}
                  aria-label={`Withdraw the invitation for ${invitation.email}`}
                  onClick={() => void withdraw(invitation)}
                >
                  Withdraw
                </Button>
              </Group>
            ),
          },
        ]}
      />
      {link !== undefined && (
        <SecretDialog
          title={`Link for ${link.email}`}
          label="link"
          notice="Copy it now. It is shown only once, and works once."
          secret={link.text}
          hint="Give it to the invited person yourself, over a channel that you trust. The first person to open it joins as this user. Everyone who manages users receives an email that says that you have it."
          onClose={() => setLink(undefined)}
        />
      )}
    </>
  );
}

function Invited({ invitation }: { readonly invitation: Invitation }) {
  return (
    <Box component="span" display="block">
      <Text component="span" size="sm" fw={550} display="block">
        {fullNameOf(invitation)}
      </Text>
      <Text component="span" size="xs" c="dimmed" display="block">
        {invitation.email}
      </Text>
      {invitation.delivery === "failed" && (
        <>
          <Text component="span" size="xs" c="var(--mantine-color-error)" display="block" mt={4}>
            No mail server took the invitation.{" "}
            {invitation.linkOffered
              ? "You can hand over its link."
              : "Correct the mail server’s settings, or ask another administrator to hand over the link."}
          </Text>
          <Text component="span" size="xs" c="dimmed" display="block">
            {invitation.deliveryProblem}
          </Text>
        </>
      )}
      {invitation.delivery === "link" && (
        <Text component="span" size="xs" c="dimmed" display="block">
          An administrator has the link, to hand it over.
        </Text>
      )}
    </Box>
  );
}
