import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { listNotificationPreferencesOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { chooseNotificationPreference } from "../../api/generated/sdk.gen.ts";
import type { NotificationPreference } from "../../api/generated/types.gen.ts";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { useAction } from "../../ui/forms/use-action.ts";
import { Section } from "../../ui/page/section.tsx";
import classes from "./notification-section.module.css";

const groups: Readonly<Record<NotificationPreference["group"], readonly [label: string, description: string]>> = {
  approvals: ["Approvals", "A request needs your approval."],
  decisions: ["Decisions", "A request or change of yours was approved, rejected, or withdrawn."],
  conversations: ["Comments and questions", "A mention, a question, an answer, or a comment where you take part."],
  ownPayments: ["Your payments", "A payment that you requested failed, was returned, or was not made."],
  otherPayments: ["Other payments", "A payment of someone else failed, was returned, or was not made."],
  changes: ["Changes to confirm", "Bank details, settings, users, or rules that take a second person."],
  webhooks: ["Webhooks", "An endpoint fails or was disabled."],
  bank: ["Bank files", "A bank file, check, or statement needs attention."],
  statements: ["Statements", "The statements of a month are ready."],
};

const deliveries = [
  { value: "immediately", label: "Immediately" },
  { value: "digest", label: "Daily summary" },
  { value: "off", label: "Off" },
] as const satisfies readonly { readonly value: NotificationPreference["delivery"]; readonly label: string }[];

/** How the user receives emails; each choice is saved at once. */
export function NotificationSection() {
  const chosen = useQuery(listNotificationPreferencesOptions());
  const { busy, run } = useAction(["profile"]);
  const { hash } = useLocation();
  const section = useRef<HTMLDivElement>(null);
  const isLoaded = chosen.data !== undefined;
  // Links in emails lead here, below sections that have loaded by then.
  useEffect(() => {
    if (isLoaded && hash === "notifications") section.current?.scrollIntoView();
  }, [hash, isLoaded]);
  const save = (body: NotificationPreference) =>
    void run(() => chooseNotificationPreference({ body, throwOnError: true }), "Your choice was saved.");
  return (
    <div ref={section} id="notifications">
      <Section title="Email notifications">
        <Loaded query={chosen}>
          {({ preferences }) => (
            <Stack gap="md">
              {preferences.map(({ group, delivery }) => (
                <Choice key={group} group={group} delivery={delivery} disabled={busy} onChoose={save} />
              ))}
              <Text size="sm" c="dimmed">
                The daily summary is sent at 8:00 AM Eastern Time, if there is news. The bell shows every notification.
                Emails about your own sign-in, such as a new device or a changed password, are always sent.
              </Text>
            </Stack>
          )}
        </Loaded>
      </Section>
    </div>
  );
}

function Choice({
  group,
  delivery,
  disabled,
  onChoose,
}: NotificationPreference & {
  readonly disabled: boolean;
  readonly onChoose: (chosen: NotificationPreference) => void;
}) {
  const [label, description] = groups[group];
  return (
    <div className={classes["choice"]}>
      <div>
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      </div>
      <SegmentedControl
        size="xs"
        aria-label={label}
        data={[...deliveries]}
        value={delivery}
        disabled={disabled}
        onChange={(value) => onChoose({ group, delivery: value })}
      />
    </div>
  );
}
