import { Stack } from "@mantine/core";
import { Page } from "../../ui/page/page.tsx";
import { EmailSection } from "./email-section.tsx";
import { NameSection } from "./name-section.tsx";
import { PasskeySection } from "./passkey-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SessionSection } from "./session-section.tsx";

export function ProfilePage() {
  return (
    <Page title="Profile and sign-in" lead="Your name, password, second factor, and sessions.">
      <Stack gap="md" maw={760}>
        <NameSection />
        <PasswordSection />
        <SecondFactorSection />
        <PasskeySection />
        <EmailSection />
        <SessionSection />
      </Stack>
    </Page>
  );
}
