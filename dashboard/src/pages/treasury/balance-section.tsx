import { Text } from "@mantine/core";
import type { TreasuryOverview } from "../../api/generated/types.gen.ts";
import { Money } from "../../ui/money/money.tsx";
import { Figure, Figures } from "../../ui/page/figures.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatDay } from "../../ui/page/when.tsx";
import { formatYield } from "./treasury-labels.ts";

/** What the account holds and earns. */
export function BalanceSection({ overview }: { readonly overview: TreasuryOverview }) {
  const { balance, cash, invested, security, yieldDay, earnedThisMonth, earnedThisYear } = overview;
  return (
    <Section title="Balance">
      <Figures>
        <Figure label="Total" large>
          <Money amount={balance} />
        </Figure>
        <Figure label="In the fund">
          <Money amount={invested} />
        </Figure>
        <Figure label="Cash">
          <Money amount={cash} />
        </Figure>
        <Figure label="7-day yield">{overview.yield === null ? "–" : formatYield(overview.yield)}</Figure>
        <Figure label="Earned this month">
          <Money amount={earnedThisMonth} signed />
        </Figure>
        <Figure label="Earned this year">
          <Money amount={earnedThisYear} signed />
        </Figure>
      </Figures>
      <Text size="sm" c="dimmed" mt="sm">
        {security === null ? "No shares have been bought yet." : `${security.name} (${security.cusip}).`}
        {yieldDay !== null && ` Yield as of ${formatDay(yieldDay)}.`} Earnings are after fees.
        {cash < 0 && " Cash is negative until the sale that a withdrawal caused has settled."}
      </Text>
    </Section>
  );
}
