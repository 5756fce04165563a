import { Badge, Box, Group, Menu, Text } from "@mantine/core";
import type { User, UserSignIn } from "#api/generated/types.gen.ts";
import { fullNameOf, useSession } from "#app/session/session.ts";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { RowMenu } from "#ui/page/more-actions.tsx";
import { When } from "#ui/page/when.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { roleNames } from "./role-names.ts";
import { useUserActions } from "./use-user-actions.tsx";

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
      targetOf={({ userId }) => ({ to: "/settings/people/$userId", params: { userId } })}
      columns={[
        { header: "Name", phone: "name", cell: (user) => <Name user={user} /> },
        { header: "Role", phone: "amount", cell: (user) => <Role user={user} />, width: 150 },
        { header: "Status", phone: "status", cell: ({ status }) => <StatusBadge status={status} />, width: 90 },
        ...(signIns === undefined
          ? []
          : [
              {
                header: "Second factor",
                phone: "second" as const,
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
          phone: "status",
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
  const { mayEdit, endSessions, lock, unlock } = useUserActions(user);
  if (!mayEdit && !endSessions && !lock && !unlock) return null;
  return (
    <RowMenu label={`Actions for ${fullNameOf(user)}`}>
      {mayEdit && <Menu.Item onClick={onEdit}>Edit</Menu.Item>}
      {endSessions && <Menu.Item onClick={endSessions}>End sessions</Menu.Item>}
      {lock && (
        <Menu.Item color={DANGER} onClick={lock}>
          Lock
        </Menu.Item>
      )}
      {unlock && <Menu.Item onClick={unlock}>Unlock</Menu.Item>}
    </RowMenu>
  );
}

/** Nothing is known of users that the caller does not manage. */
function SecondFactor({ signIn }: { readonly signIn: UserSignIn | undefined }) {
  if (signIn === undefined) return "";
  return (
    <>
      <Text span inherit hiddenFrom="sm">
        {"Second factor "}
      </Text>
      {signIn.hasSecondFactor ? "On" : <StatusBadge status="blocked" label="Off" />}
    </>
  );
}

function LastSignIn({ signIn }: { readonly signIn: UserSignIn | undefined }) {
  if (signIn === undefined) return "";
  return signIn.lastSignInAt === null ? "Never" : <When at={signIn.lastSignInAt} />;
}
