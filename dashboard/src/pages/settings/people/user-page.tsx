import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getRolesOptions, getUserOptions, getUserSignInsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { User } from "#api/generated/types.gen.ts";
import { fullNameOf, useRight, useSession } from "#app/session/session.ts";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { Facts } from "#ui/page/facts.tsx";
import { TextLink } from "#ui/page/links.tsx";
import { MoreActions } from "#ui/page/more-actions.tsx";
import { RecordPage } from "#ui/page/record-page.tsx";
import { Section } from "#ui/page/section.tsx";
import { When } from "#ui/page/when.tsx";
import { accessByResource, permissionsAmong } from "../access-words.ts";
import { WaitingChanges } from "../changes/waiting-changes.tsx";
import { RecordHistory } from "../record-history.tsx";
import { SettingsAreaPage, SettingsFrame } from "../settings-frame.tsx";
import { roleNames } from "./role-names.ts";
import { useUserActions } from "./use-user-actions.tsx";
import { UserForm } from "./user-form.tsx";

const route = getRouteApi("/signedIn/settings/people/$userId");

const useSignIns = () => useQuery({ ...getUserSignInsOptions(), enabled: useRight("manageUsers") });

const useRoles = () =>
  useQuery({ ...getRolesOptions(), staleTime: Number.POSITIVE_INFINITY, enabled: useRight("manageUsers") });

/** One user: role and permissions, sign-ins, and what changed. */
export function UserPage() {
  const path = route.useParams();
  const user = useQuery(getUserOptions({ path }));
  const signIns = useSignIns();
  const roles = useRoles();
  if (user.data === undefined || signIns.isLoading || roles.isLoading)
    return (
      <SettingsAreaPage title="User">
        <Section>
          <Loaded query={user}>{() => <SkeletonRows />}</Loaded>
        </Section>
      </SettingsAreaPage>
    );
  return <KnownUser user={user.data} />;
}

function KnownUser({ user }: { readonly user: User }) {
  const { user: self } = useSession();
  const [editing, edit] = useDisclosure();
  const { mayEdit, endSessions, lock, unlock } = useUserActions(user);
  return (
    <SettingsFrame>
      <RecordPage
        title={fullNameOf(user)}
        status={<StatusBadge status={user.status} />}
        lead={`${user.email}${self.userId === user.userId ? " (you)" : ""}`}
        actions={
          (mayEdit || unlock || endSessions) && (
            <>
              {unlock && <Button onClick={unlock}>Unlock</Button>}
              {mayEdit && (
                <Button variant="default" onClick={edit.open}>
                  Edit
                </Button>
              )}
              {(endSessions || lock) && (
                <MoreActions>
                  {endSessions && <Menu.Item onClick={endSessions}>End sessions</Menu.Item>}
                  {lock && (
                    <Menu.Item color={DANGER} onClick={lock}>
                      Lock user
                    </Menu.Item>
                  )}
                </MoreActions>
              )}
            </>
          )
        }
        notices={<WaitingChanges kinds={["userRole", "userLock", "userUnlock"]} of={user.userId} />}
        decision={<SignIns user={user} />}
        side={<RecordHistory type="user" id={user.userId} />}
      >
        <Rights user={user} />
        {editing && <UserForm user={user} onClose={edit.close} />}
      </RecordPage>
    </SettingsFrame>
  );
}

/** How they sign in, for those who manage users, and what they did. */
function SignIns({ user: { userId } }: { readonly user: User }) {
  const mayAudit = useRight("readAudit");
  const signIns = useSignIns();
  const own = signIns.data?.users.find((signIn) => signIn.userId === userId);
  if (own === undefined && !mayAudit) return null;
  return (
    <Section title="Activity">
      <Facts
        facts={[
          {
            label: "Last sign-in",
            value: own && (own.lastSignInAt === null ? "Never" : <When at={own.lastSignInAt} />),
          },
          {
            label: "Second factor",
            value: own && (own.hasSecondFactor ? "On" : <StatusBadge status="blocked" label="Off" />),
          },
          {
            label: "Actions",
            value: mayAudit ? (
              <TextLink to="/settings/audit" search={{ actor: `user:${userId}` }}>
                In the audit log
              </TextLink>
            ) : undefined,
          },
        ]}
      />
    </Section>
  );
}

/** The role, and what it allows. Only those who manage users know the rights of roles. */
function Rights({ user: { role, customPermissions } }: { readonly user: User }) {
  const roles = useRoles();
  const ofRole = roles.data?.roles.find(({ name }) => name === role);
  const rights = role === "custom" ? customPermissions : (ofRole?.rights ?? []);
  const nameOf = (permission: string) =>
    roles.data?.rights.find(({ name }) => name === permission)?.displayName ?? permission;
  const permissions = permissionsAmong(rights);
  return (
    <Section title="Access">
      <Facts
        facts={[
          {
            label: "Role",
            value: ofRole === undefined ? roleNames[role] : `${roleNames[role]}. ${ofRole.meaning}`,
            isWide: true,
          },
          {
            label: "Permissions",
            value: roles.data && permissions.length > 0 ? permissions.map(nameOf).join(", ") : undefined,
            isWide: true,
          },
          ...accessByResource(rights),
        ]}
      />
    </Section>
  );
}
