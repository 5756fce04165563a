import { Modal, Text } from "@mantine/core";
import { getSession } from "../../api/generated/sdk.gen.ts";
import { here } from "./here.ts";
import { useSession } from "./session.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** Signs in again on the same page, so that no input is lost. */
export function SignInAgain({ onEnd }: { onEnd: (met: boolean) => Promise<void> }) {
  const { user, organization } = useSession();
  const continueHere = async () => {
    // A passkey can belong to another user, who must not see this page.
    const { data } = await getSession({ throwOnError: true });
    if (data.user.userId !== user.userId) return window.location.assign("/dashboard/");
    await onEnd(true);
  };
  return (
    <Modal opened onClose={() => void onEnd(false)} title="Sign in again" size="sm" closeOnClickOutside={false}>
      <Text size="sm" c="dimmed" mb="md">
        Your session has ended. Sign in to continue. Nothing you entered is lost.
      </Text>
      <SignInForm email={user.email} organizationId={organization.id} returnTo={here()} onSignedIn={continueHere} />
    </Modal>
  );
}
