import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { TreasuryOverview } from "../../api/generated/types.gen.ts";
import { Money } from "../../ui/money/money.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatDay } from "../../ui/page/when.tsx";
import classes from "./treasury.module.css";
import { formatYield } from "./treasury-labels.ts";

/** What the account holds and earns. */
export function BalanceSection({ overview }: { readonly overview: TreasuryOverview }) {
  const { balance, cash, invested, security, yieldDay, earnedThisMonth, earnedThisYear } = overview;
  return (
    <Section title="Balance">
      <dl className={classes["figures"]}>
        <Figure label="Balance" large>
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
      </dl>
      <Text size="sm" c="dimmed" mt="sm">
        {security === null ? "No shares have been bought yet." : `${security.name} (${security.cusip}).`}
        {yieldDay !== null && ` Yield as of ${formatDay(yieldDay)}.`} Earnings are after fees.
        {cash < 0 && " Cash is negative until the sale that a withdrawal caused has settled."}
      </Text>
    </Section>
  );
}

function Figure({
  label,
  large = false,
  children,
}: {
  readonly label: string;
  readonly large?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={large ? classes["large"] : undefined}>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fz={large ? 26 : 18} lh={1.4} fw={large ? 620 : 500} className="figures">
        {children}
      </Text>
    </div>
  );
}
