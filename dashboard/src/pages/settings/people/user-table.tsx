import { Badge, Box, Button, Group, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { endUserSessions, lockUser, unlockUser } from "#api/generated/sdk.gen.ts";
import type { User } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { fullNameOf, useSession } from "#app/session/session.ts";
import { notifyProblem } from "#ui/feedback/notify.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { DataTable } from "#ui/table/data-table.tsx";
import { roleNames } from "./role-names.ts";

/** The API lists the allowed actions of each user. */
export function UserTable({
  users,
  onEdit,
}: {
  readonly users: readonly User[];
  readonly onEdit: (user: User) => void;
}) {
  return (
    <DataTable
      label="Users"
      rows={users}
      rowKey={({ userId }) => userId}
      columns={[
        { header: "Name", cell: (user) => <Name user={user} /> },
        { header: "Role", cell: (user) => <Role user={user} />, width: 190 },
        { header: "Status", cell: ({ status }) => <StatusBadge status={status} />, width: 100 },
        {
          header: "Actions",
          hideHeader: true,
          align: "right",
          width: 250,
          cell: (user) => <Actions user={user} onEdit={() => onEdit(user)} />,
        },
      ]}
    />
  );
}

function Name({ user }: { readonly user: User }) {
  const { user: self } = useSession();
  return (
    <Box component="span" display="block">
      <Group component="span" gap={8} wrap="nowrap">
        <Text component="span" size="sm" fw={550}>
          {fullNameOf(user)}
        </Text>
        {self.userId === user.userId && (
          <Badge component="span" variant="light" size="sm" radius="sm" tt="none" color="gray">
            You
          </Badge>
        )}
      </Group>
      <Text component="span" size="xs" c="dimmed" display="block">
        {user.email}
      </Text>
    </Box>
  );
}

function Role({ user: { role, customPermissions } }: { readonly user: User }) {
  if (role !== "custom") return roleNames[role];
  const count = customPermissions.length;
  return `${roleNames.custom}, ${count} ${count === 1 ? "permission" : "permissions"}`;
}

function Actions({ user, onEdit }: { readonly user: User; readonly onEdit: () => void }) {
  const refresh = useRefresh();
  const allowed = user.allowedActions ?? [];
  const name = fullNameOf(user);
  const change = async (call: () => Promise<{ readonly data: object }>, done: string) => {
    try {
      notifyOutcome((await call()).data, done);
    } catch (error) {
      notifyProblem(error);
    }
    await refresh("users", "controls");
  };
  const path = { userId: user.userId };
  const confirmLock = () =>
    modals.openConfirmModal({
      title: `Lock ${name}`,
      children: (
        <Text size="sm">
          Their sessions, API tokens, and open invitations end immediately. Unlocking the user does not restore them.
        </Text>
      ),
      labels: { confirm: "Lock", cancel: "Cancel" },
      confirmProps: { color: DANGER },
      onConfirm: () => void change(() => lockUser({ path, throwOnError: true }), `${name} was locked.`),
    });
  const confirmEndSessions = () =>
    modals.openConfirmModal({
      title: `End sessions for ${name}`,
      children: <Text size="sm">The user is signed out everywhere within a second, but can sign in again.</Text>,
      labels: { confirm: "End sessions", cancel: "Cancel" },
      confirmProps: { color: DANGER },
      onConfirm: () => void change(() => endUserSessions({ path, throwOnError: true }), `${name} was signed out.`),
    });
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {(allowed.includes("rename") || allowed.includes("changeRole")) && (
        <Button size="compact-xs" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
      )}
      {allowed.includes("endSessions") && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`End sessions for ${name}`}
          onClick={confirmEndSessions}
        >
          End sessions
        </Button>
      )}
      {allowed.includes("lock") && (
        <Button size="compact-xs" variant="default" aria-label={`Lock ${name}`} onClick={confirmLock}>
          Lock
        </Button>
      )}
      {allowed.includes("unlock") && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Unlock ${name}`}
          onClick={() => void change(() => unlockUser({ path, throwOnError: true }), `${name} can sign in again.`)}
        >
          Unlock
        </Button>
      )}
    </Group>
  );
}
