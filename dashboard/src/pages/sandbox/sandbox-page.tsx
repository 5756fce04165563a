import { SimpleGrid, Stack } from "@mantine/core";
import { Page } from "../../ui/page/page.tsx";
import { AccountSection } from "./account-section.tsx";
import { BankSection } from "./bank-section.tsx";
import { ClockSection } from "./clock-section.tsx";
import { DepositSection } from "./deposit-section.tsx";
import { EmailsSection } from "./emails-section.tsx";
import { MagicNumbers } from "./magic-numbers.tsx";
import { YieldSection } from "./yield-section.tsx";

/** Simulates the outside world. Production mode does not have this page. */
export function SandboxPage() {
  return (
    <Page
      title="Sandbox"
      lead="Move the clock, control the simulated bank, and make deposits. Nothing here reaches a real bank."
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <ClockSection />
          <DepositSection />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <AccountSection />
          <YieldSection />
        </SimpleGrid>
        <BankSection />
        <EmailsSection />
        <MagicNumbers />
      </Stack>
    </Page>
  );
}
