import { Skeleton, UnstyledButton } from "@mantine/core";
import type { InvoicingOverview } from "../../api/generated/types.gen.ts";
import { formatMoney, Money } from "../../ui/money/money.tsx";
import { Figure, Figures } from "../../ui/page/figures.tsx";
import classes from "./aging-bar.module.css";

export type InvoiceAge = InvoicingOverview["aging"][number]["bucket"];

const names: Readonly<Record<InvoiceAge, string>> = {
  current: "Not due yet",
  days1To30: "1–30 days overdue",
  days31To60: "31–60 days overdue",
  days61To90: "61–90 days overdue",
  over90Days: "Over 90 days overdue",
};

/** An age from the URL; undefined for anything else. */
export const invoiceAgeOf = (text: string | undefined): InvoiceAge | undefined =>
  (Object.keys(names) as InvoiceAge[]).find((age) => age === text);

/** As high as what follows it. */
export const AgingSoon = () => <Skeleton className={classes["soon"] ?? ""} />;

/** What customers owe, by how many days it is overdue. Each part filters the list. */
export function AgingBar({
  overview,
  age,
  onAge,
}: {
  readonly overview: InvoicingOverview;
  readonly age: InvoiceAge | undefined;
  readonly onAge: (age: InvoiceAge | undefined) => void;
}) {
  const { aging, amountDue, overdue, paidLast30Days, credit } = overview;
  return (
    <>
      <Figures>
        <Figure label="Outstanding">
          <Money amount={amountDue} />
        </Figure>
        <Figure label="Overdue">
          <Money amount={overdue} />
        </Figure>
        <Figure label="Paid in the last 30 days">
          <Money amount={paidLast30Days} />
        </Figure>
        <Figure label="Customer credit">
          <Money amount={credit} />
        </Figure>
      </Figures>
      {amountDue > 0 && (
        <>
          <div className={classes["bar"]} aria-hidden>
            {aging
              .filter(({ amountDue: due }) => due > 0)
              .map(({ bucket, amountDue: due }) => (
                <span key={bucket} data-age={bucket} style={{ flexGrow: due }} />
              ))}
          </div>
          <fieldset className={classes["ages"]} aria-label="Outstanding by age">
            {aging.map(({ bucket, amountDue: due, invoices }) => (
              <UnstyledButton
                key={bucket}
                className={classes["age"] ?? ""}
                aria-pressed={age === bucket}
                disabled={invoices === 0 && age !== bucket}
                onClick={() => onAge(age === bucket ? undefined : bucket)}
              >
                <span className={classes["mark"]} data-age={bucket} aria-hidden />
                <span className={classes["name"]}>{names[bucket]}</span>
                <span className={classes["due"]}>{formatMoney(due)}</span>
              </UnstyledButton>
            ))}
          </fieldset>
        </>
      )}
    </>
  );
}
