import { Badge, Box, Group, Menu, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { endUserSessions, lockUser, unlockUser } from "#api/generated/sdk.gen.ts";
import type { User, UserSignIn } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { fullNameOf, useSession } from "#app/session/session.ts";
import { notifyProblem } from "#ui/feedback/notify.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { RowMenu } from "#ui/page/more-actions.tsx";
import { When } from "#ui/page/when.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { roleNames } from "./role-names.ts";

/** The API lists the allowed actions of each user. */
export function UserTable({
  users,
  signIns,
  onEdit,
}: {
  readonly users: readonly User[];
  /** How they sign in, by their ids; undefined for those who do not manage users. */
  readonly signIns: ReadonlyMap<string, UserSignIn> | undefined;
  readonly onEdit: (user: User) => void;
}) {
  return (
    <DataTable
      label="Users"
      rows={users}
      rowKey={({ userId }) => userId}
      columns={[
        { header: "Name", cell: (user) => <Name user={user} /> },
        { header: "Role", cell: (user) => <Role user={user} />, width: 150 },
        { header: "Status", cell: ({ status }) => <StatusBadge status={status} />, width: 90 },
        ...(signIns === undefined
          ? []
          : [
              {
                header: "Second factor",
                cell: ({ userId }: User) => <SecondFactor signIn={signIns.get(userId)} />,
                width: 120,
              },
              {
                header: "Last sign-in",
                cell: ({ userId }: User) => <LastSignIn signIn={signIns.get(userId)} />,
                width: 165,
              },
            ]),
        {
          header: "Actions",
          hideHeader: true,
          align: "right",
          width: 60,
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
  const mayEdit = allowed.includes("rename") || allowed.includes("changeRole");
  if (!mayEdit && allowed.length === 0) return null;
  return (
    <RowMenu label={`Actions for ${name}`}>
      {mayEdit && <Menu.Item onClick={onEdit}>Edit</Menu.Item>}
      {allowed.includes("endSessions") && <Menu.Item onClick={confirmEndSessions}>End sessions</Menu.Item>}
      {allowed.includes("lock") && (
        <Menu.Item color={DANGER} onClick={confirmLock}>
          Lock
        </Menu.Item>
      )}
      {allowed.includes("unlock") && (
        <Menu.Item
          onClick={() => void change(() => unlockUser({ path, throwOnError: true }), `${name} can sign in again.`)}
        >
          Unlock
        </Menu.Item>
      )}
    </RowMenu>
  );
}

/** Nothing is known of users that the caller does not manage. */
function SecondFactor({ signIn }: { readonly signIn: UserSignIn | undefined }) {
  if (signIn === undefined) return "";
  return signIn.hasSecondFactor ? "On" : <StatusBadge status="blocked" label="Off" />;
}

function LastSignIn({ signIn }: { readonly signIn: UserSignIn | undefined }) {
  if (signIn === undefined) return "";
  return signIn.lastSignInAt === null ? "Never" : <When at={signIn.lastSignInAt} />;
}
