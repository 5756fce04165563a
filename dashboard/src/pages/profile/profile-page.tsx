import { Stack } from "@mantine/core";
import { Page } from "../../ui/page/page.tsx";
import { ChatSection } from "./chat-section.tsx";
import { NameSection } from "./name-section.tsx";
import { NotificationSection } from "./notification-section.tsx";
import { PasskeySection } from "./passkey-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SessionSection } from "./session-section.tsx";

export function ProfilePage() {
  return (
    <Page title="Profile and sign-in" lead="Your name, password, second factor, emails, and sessions.">
      <Stack gap="md" maw={760}>
        <NameSection />
        <PasswordSection />
        <SecondFactorSection />
        <PasskeySection />
        <NotificationSection />
        <ChatSection />
        <SessionSection />
      </Stack>
    </Page>
  );
}
