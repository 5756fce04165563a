import { Badge, Button, Group, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { removeTotpEnrolment } from "../../api/generated/sdk.gen.ts";
import { useSession } from "../../app/session/session.ts";
import { notifyDone, notifyProblem } from "../../ui/feedback/notify.ts";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { Section } from "../../ui/page/section.tsx";
import { TotpEnrolment } from "./totp-enrolment.tsx";

export function SecondFactorSection() {
  const { secondFactor } = useSession();
  const [isEnrolling, setEnrolling] = useState(false);
  const queryClient = useQueryClient();
  const { busy, submit } = useSubmit();
  const turnOff = () =>
    submit(async () => {
      try {
        await removeTotpEnrolment({ throwOnError: true });
        await queryClient.invalidateQueries();
        notifyDone("The second factor is off.");
      } catch (error) {
        notifyProblem(error);
      }
    });
  const confirmTurnOff = () =>
    modals.openConfirmModal({
      title: "Turn off the second factor",
      children: <Text size="sm">Your password alone will then open your account, and your recovery codes end.</Text>,
      labels: { confirm: "Turn off", cancel: "Keep it on" },
      confirmProps: { color: DANGER },
      onConfirm: () => void turnOff(),
    });
  return (
    <Section
      title="Authenticator app"
      actions={
        <Badge variant="light" size="sm" radius="sm" tt="none" color={secondFactor ? "evergreen" : "gray"}>
          {secondFactor ? "On" : "Off"}
        </Badge>
      }
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={480}>
          {secondFactor
            ? "Signing in with your password also takes a code from your app."
            : "A code from an app on your phone, asked for beside your password: a stolen password is then not enough."}
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
