import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { endUserSessions, lockUser, unlockUser } from "#api/generated/sdk.gen.ts";
import type { User } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { fullNameOf } from "#app/session/session.ts";
import { notifyProblem } from "#ui/feedback/notify.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { DANGER } from "#ui/forms/danger-color.ts";

/** What the caller may do with a user, as the API lists it; some of it may wait for a second person. */
export function useUserActions(user: User) {
  const refresh = useRefresh();
  const allowed = user.allowedActions ?? [];
  const name = fullNameOf(user);
  const path = { userId: user.userId };
  const change = async (call: () => Promise<{ readonly data: object }>, done: string) => {
    try {
      notifyOutcome((await call()).data, done);
    } catch (error) {
      notifyProblem(error);
    }
    await refresh("users", "controls");
  };
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
  return {
    mayEdit: allowed.includes("rename") || allowed.includes("changeRole"),
    endSessions: allowed.includes("endSessions") ? confirmEndSessions : undefined,
    lock: allowed.includes("lock") ? confirmLock : undefined,
    unlock: allowed.includes("unlock")
      ? () => void change(() => unlockUser({ path, throwOnError: true }), `${name} can sign in again.`)
      : undefined,
  };
}
