import { Modal, Text } from "@mantine/core";
import { useSession } from "./session.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** The session ended while the page was open: signing in goes on in place, so that nothing typed is lost. */
export function SignInAgain({ onEnd }: { onEnd: (met: boolean) => Promise<void> }) {
  const { user } = useSession();
  return (
    <Modal opened onClose={() => void onEnd(false)} title="Sign in again" size="sm" closeOnClickOutside={false}>
      <Text size="sm" c="dimmed" mb="md">
        Your session has ended. Sign in to go on where you are; what you typed is still here.
      </Text>
      <SignInForm email={user.email} onSignedIn={() => onEnd(true)} />
    </Modal>
  );
}
