import { Button, Group, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useState } from "react";
import { removeTotpEnrolment } from "../../api/generated/sdk.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { useSession } from "../../app/session/session.ts";
import { notifyDone, notifyProblem } from "../../ui/feedback/notify.ts";
import { StatusMark } from "../../ui/feedback/status-mark.tsx";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { Section } from "../../ui/page/section.tsx";
import { TotpEnrolment } from "./totp-enrolment.tsx";

export function SecondFactorSection() {
  const { secondFactor } = useSession();
  const [isEnrolling, setEnrolling] = useState(false);
  const refresh = useRefresh();
  const { busy, submit } = useSubmit();
  const turnOff = () =>
    submit(async () => {
      try {
        await removeTotpEnrolment({ throwOnError: true });
        await refresh("rights");
        notifyDone("The second factor was turned off.");
      } catch (error) {
        notifyProblem(error);
      }
    });
  const confirmTurnOff = () =>
    modals.openConfirmModal({
      title: "Turn off second factor",
      children: (
        <Text size="sm">You will sign in with your password alone. Your recovery codes will stop working.</Text>
      ),
      labels: { confirm: "Turn off", cancel: "Cancel" },
      confirmProps: { color: DANGER },
      onConfirm: () => void turnOff(),
    });
  return (
    <Section
      title="Authenticator app"
      actions={<StatusMark color={secondFactor ? "evergreen" : "gray"}>{secondFactor ? "On" : "Off"}</StatusMark>}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={480}>
          {secondFactor
            ? "Signing in with your password also requires a code from your app."
            : "Require a code from an app on your phone in addition to your password."}
        </Text>
        {secondFactor ? (
          <Button variant="default" loading={busy} onClick={confirmTurnOff}>
            Turn off
          </Button>
        ) : (
          <Button variant="default" onClick={() => setEnrolling(true)}>
            Set up
          </Button>
        )}
      </Group>
      {isEnrolling && <TotpEnrolment onClose={() => setEnrolling(false)} />}
    </Section>
  );
}
