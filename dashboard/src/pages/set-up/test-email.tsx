import { Button, Group } from "@mantine/core";
import { sendTestEmail } from "#api/generated/sdk.gen.ts";
import { notifyDone } from "#ui/feedback/notify.ts";
import { useAction } from "#ui/forms/use-action.ts";

/** A test email to the user. The item then shows whether the mail server took it. */
export function TestEmail() {
  const { busy, run } = useAction(["controls"]);
  const send = async () => {
    const answer = await run(() => sendTestEmail({ throwOnError: true }));
    if (answer !== undefined) notifyDone(`A test email is on its way to ${answer.data.recipient}.`);
  };
  return (
    <Group>
      <Button size="xs" variant="default" loading={busy} onClick={() => void send()}>
        Send test email
      </Button>
    </Group>
  );
}
