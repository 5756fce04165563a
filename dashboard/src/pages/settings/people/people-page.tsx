import { Button, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getUserSignInsOptions, getUsersOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { Section } from "#ui/page/section.tsx";
import { Pager } from "#ui/table/pager.tsx";
import { WaitingChanges } from "../changes/waiting-changes.tsx";
import { SettingsAreaPage } from "../settings-frame.tsx";
import { InvitationSection } from "./invitation-section.tsx";
import { InviteForm } from "./invite-form.tsx";
import { UserForm } from "./user-form.tsx";
import { UserTable } from "./user-table.tsx";

const route = getRouteApi("/signedIn/settings/people");
const PAGE_SIZE = 50;

export function PeoplePage() {
  const { edit, ...cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useRight("manageUsers");
  const users = useQuery({
    ...getUsersOptions({ query: { limit: PAGE_SIZE, ...cursor } }),
    placeholderData: keepPreviousData,
  });
  const signIns = useQuery({ ...getUserSignInsOptions(), enabled: mayManage });
  const open = (next: string | undefined) =>
    void navigate({ search: { ...cursor, edit: next }, replace: next === undefined });
  const edited = users.data?.users.find(({ userId }) => userId === edit);
  const signInsById = signIns.data && new Map(signIns.data.users.map((signIn) => [signIn.userId, signIn]));
  return (
    <SettingsAreaPage
      title="Users"
      lead="People who can sign in to your organization, and their roles."
      actions={mayManage && <Button onClick={() => open("new")}>Invite user</Button>}
    >
      <Stack gap="md">
        <WaitingChanges kinds={["invitation", "userRole", "userLock", "userUnlock"]} />
        <Section flush>
          <Loaded query={users}>
            {({ users: rows, page }) => (
              <>
                <UserTable users={rows} signIns={signInsById} onEdit={({ userId }) => open(userId)} />
                <Pager page={page} onTurn={(turned) => void navigate({ search: { ...turned, edit: undefined } })} />
              </>
            )}
          </Loaded>
        </Section>
        {mayManage && <InvitationSection />}
      </Stack>
      {mayManage && edit === "new" && <InviteForm onClose={() => open(undefined)} />}
      {edited && (edited.allowedActions ?? []).length > 0 && <UserForm user={edited} onClose={() => open(undefined)} />}
    </SettingsAreaPage>
  );
}
