import { Box, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getInvitationsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { resendInvitation, withdrawInvitation } from "#api/generated/sdk.gen.ts";
import type { Invitation } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { fullNameOf } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { notifyDone, notifyProblem } from "#ui/feedback/notify.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { Section } from "#ui/page/section.tsx";
import { When } from "#ui/page/when.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { roleNames } from "./role-names.ts";

/** Invitations that have not been accepted. */
export function InvitationSection() {
  const invitations = useQuery(getInvitationsOptions());
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
  return (
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
          width: 190,
          cell: (invitation) => (
            <Group gap="xs" justify="flex-end" wrap="nowrap">
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
    </Box>
  );
}
