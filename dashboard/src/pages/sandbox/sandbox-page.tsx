import { SimpleGrid, Stack, Tabs } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { Page } from "../../ui/page/page.tsx";
import { AccountSection } from "./account-section.tsx";
import { BankSection } from "./bank-section.tsx";
import { ClockSection } from "./clock-section.tsx";
import { DepositSection } from "./deposit-section.tsx";
import { EmailsSection } from "./emails-section.tsx";
import { MagicNumbers } from "./magic-numbers.tsx";
import { isSandboxTab, type SandboxTab, sandboxTabs } from "./sandbox-tabs.ts";
import { YieldSection } from "./yield-section.tsx";

const route = getRouteApi("/signedIn/sandbox");

/** Simulates the outside world. Production mode does not have this page. */
export function SandboxPage() {
  const { tab = "time" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title="Sandbox"
      lead="Move the clock, control the simulated bank, and make deposits. Nothing here reaches a real bank."
    >
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => {
          if (isSandboxTab(chosen)) void navigate({ search: { tab: chosen, method: undefined }, replace: true });
        }}
      >
        <Tabs.List aria-label="Parts of the sandbox" mb="md">
          {Object.entries(sandboxTabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value} px={{ base: 8, sm: "md" }}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>{parts[tab]()}</Tabs.Panel>
      </Tabs>
    </Page>
  );
}

const parts: Readonly<Record<SandboxTab, () => React.ReactNode>> = {
  time: () => (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ClockSection />
        <DepositSection />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <AccountSection />
        <YieldSection />
      </SimpleGrid>
    </Stack>
  ),
  bank: () => <BankSection />,
  emails: () => <EmailsSection />,
  numbers: () => <MagicNumbers />,
};
