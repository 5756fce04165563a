import { SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listMagicNumbersOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { formatMoney } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { methodNames } from "../../ui/words.ts";
import { BankSection } from "./bank-section.tsx";
import { ClockSection } from "./clock-section.tsx";
import { DepositSection } from "./deposit-section.tsx";

/** The world outside, in the hands of whoever tries things out. In production mode none of this exists. */
export function SandboxPage() {
  return (
    <Page title="Sandbox" lead="Move time, play the bank and let money arrive. Nothing here touches a real bank.">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <ClockSection />
          <DepositSection />
        </SimpleGrid>
        <BankSection />
        <MagicNumbers />
      </Stack>
    </Page>
  );
}

function MagicNumbers() {
  const numbers = useQuery(listMagicNumbersOptions());
  return (
    <Section title="Magic numbers" flush>
      <Loaded query={numbers}>
        {({ magicNumbers }) => (
          <DataTable
            label="Magic numbers"
            rows={magicNumbers}
            rowKey={({ paymentMethod, accountNumber, amount }) => `${paymentMethod} ${accountNumber ?? amount}`}
            columns={[
              {
                header: "Method",
                cell: ({ paymentMethod }) => methodNames[paymentMethod] ?? paymentMethod,
                width: 160,
              },
              {
                header: "Account number or amount",
                cell: ({ accountNumber, amount }) => (
                  <span className="figures">{accountNumber ?? (amount === null ? "" : formatMoney(amount))}</span>
                ),
                width: 240,
              },
              { header: "What happens", cell: ({ description }) => description },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}
