import { Text } from "@mantine/core";
import type { OpenItems, ReconciledAccount } from "../../api/generated/types.gen.ts";
import { formatMoney, Money } from "../../ui/money/money.tsx";
import { Figure, Figures } from "../../ui/page/figures.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatDay } from "../../ui/page/when.tsx";

/** What only one side has. */
export const openItemsOf = ({ bank, intraday, ledger }: ReconciledAccount): number =>
  bank.count + intraday.count + ledger.count;

/** "6 to match": lines of the bank. Transactions without a line wait for the bank, not for a person. */
export function matchText({ bank, intraday, ledger }: ReconciledAccount): string {
  const lines = bank.count + intraday.count;
  if (lines > 0) return `${lines.toLocaleString("en-US")} to match`;
  return ledger.count === 0 ? "nothing to match" : `${ledger.count.toLocaleString("en-US")} not at the bank yet`;
}

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
      <Text fz={{ base: 20, sm: 28 }} fw={600} lh={1.2}>
        {difference === 0 ? "Balanced" : `Off by ${formatMoney(Math.abs(difference))}`}
        {`, ${matchText(account)}`}
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
      <Figures>
        <Figure label="Bank, closing balance">
          <Money amount={closingBalance} />
        </Figure>
        <Figure label="Bursar" note="With payments in transit">
          <Money amount={ledgerBalance} />
        </Figure>
        <Part label="Only at the bank" amount={statement.unmatched} note={ages(bank)} />
        <Part label="Only in Bursar" amount={statement.inTransit} note={ages(ledger)} />
        <Part label="Posted on different days" amount={statement.timing} />
        <Part label="Before the first statement" amount={statement.opening} />
        <Part label="Missing statements" amount={statement.missingStatements} />
        {intraday.count > 0 && (
          <Figure label="Reported since, without a transaction" note={ages(intraday)}>
            {intraday.count.toLocaleString("en-US")}
          </Figure>
        )}
      </Figures>
    </Section>
  );
}

/** Left out if the amount and the note are empty. */
const Part = ({
  label,
  amount,
  note = "",
}: {
  readonly label: string;
  readonly amount: number;
  readonly note?: string;
}) =>
  amount === 0 && note === "" ? null : (
    <Figure label={label} note={note}>
      <Money amount={amount} />
    </Figure>
  );

const periods = ["up to 1 day old", "up to 7 days old", "up to 30 days old", "older than 30 days"];

/** `3 up to 1 day old, 1 older than 30 days`. */
const ages = ({ ages: counts }: OpenItems): string =>
  counts.flatMap((count, index) => (count === 0 ? [] : [`${count} ${periods[index] ?? ""}`])).join(", ");
