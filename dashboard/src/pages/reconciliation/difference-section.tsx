import { Text } from "@mantine/core";
import type { OpenItems, ReconciledAccount } from "../../api/generated/types.gen.ts";
import { formatMoney, Money } from "../../ui/money/money.tsx";
import { type Fact, Facts } from "../../ui/page/facts.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatDay } from "../../ui/page/when.tsx";

/** What only one side has. */
export const openItemsOf = ({ bank, intraday, ledger }: ReconciledAccount): number =>
  bank.count + intraday.count + ledger.count;

/** "6 to match". */
export const matchText = (count: number): string =>
  count === 0 ? "nothing to match" : `${count.toLocaleString("en-US")} to match`;

/** An account's difference, with everything that it consists of. */
export function DifferenceSection({ account, name }: { readonly account: ReconciledAccount; readonly name: string }) {
  const { statement, bank, intraday, ledger } = account;
  if (statement === null)
    return (
      <Section title={name}>
        <Text size="sm">The bank has reported movements of the day, but no statement yet.</Text>
      </Section>
    );
  const { closesOn, closingBalance, ledgerBalance, difference } = statement;
  const isExplained = bank.count + ledger.count === 0 && statement.opening === 0 && statement.missingStatements === 0;
  return (
    <Section title={`${name} on ${formatDay(closesOn)}`}>
      <Text fz={28} fw={600} lh={1.2}>
        {difference === 0 ? "Balanced" : `Off by ${formatMoney(Math.abs(difference))}`}
        {`, ${matchText(openItemsOf(account))}`}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {difference === 0
          ? openItemsOf(account) === 0
            ? "The bank and Bursar have the same balance and the same transactions."
            : "The bank and Bursar have the same balance. Match what is left to confirm each transaction."
          : isExplained
            ? "The bank and Bursar differ only because they posted the same money on different days."
            : "The bank and Bursar have different balances. The difference consists of:"}
      </Text>
      <Facts
        facts={[
          { label: "Bank, closing balance", value: <Money amount={closingBalance} /> },
          { label: "Bursar, including payments in transit", value: <Money amount={ledgerBalance} /> },
          part("Only at the bank", statement.unmatched, ages(bank)),
          part("Only in Bursar", statement.inTransit, ages(ledger)),
          part("Posted on different days", statement.timing),
          part("Before the first statement", statement.opening),
          part("Missing statements", statement.missingStatements),
          intraday.count === 0
            ? { label: "", value: undefined }
            : { label: "Reported since, without a transaction", value: `${intraday.count}, ${ages(intraday)}` },
        ]}
      />
    </Section>
  );
}

const part = (label: string, amount: number, more = ""): Fact => ({
  label,
  value:
    amount === 0 && more === "" ? undefined : (
      <>
        <Money amount={amount} />
        {more !== "" && ` (${more})`}
      </>
    ),
});

const periods = ["up to 1 day old", "up to 7 days old", "up to 30 days old", "older than 30 days"];

/** `3 up to 1 day old, 1 older than 30 days`. */
const ages = ({ ages: counts }: OpenItems): string =>
  counts.flatMap((count, index) => (count === 0 ? [] : [`${count} ${periods[index] ?? ""}`])).join(", ");
