import { Text, TextInput } from "@mantine/core";
import { formatDay } from "../../page/when.tsx";
import { OneChoice } from "./choices.tsx";
import { type DatePeriod, datePeriods, isDatePeriod } from "./date-periods.ts";
import classes from "./filters.module.css";

/** A period that moves with today, or fixed days, YYYY-MM-DD. */
export interface Dates {
  readonly period?: DatePeriod | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** ISO dates sort as text. */
export const endsBeforeItBegins = ({ from, to }: Dates): boolean => from !== undefined && to !== undefined && to < from;

/** In words; undefined without dates. */
export function datesLabel({ period, from, to }: Dates): string | undefined {
  if (period !== undefined) return datePeriods.find(({ value }) => value === period)?.label;
  if (from !== undefined && to !== undefined) return `${formatDay(from)} – ${formatDay(to)}`;
  if (from !== undefined) return `since ${formatDay(from)}`;
  return to === undefined ? undefined : `until ${formatDay(to)}`;
}

/** Periods, and two dates of the user's own. */
export function DateFilter({ dates, onChange }: { readonly dates: Dates; readonly onChange: (dates: Dates) => void }) {
  const { period, from, to } = dates;
  const day = (name: "from" | "to", value: string) =>
    onChange({ period: undefined, from, to, [name]: value === "" ? undefined : value });
  return (
    <>
      <OneChoice
        legend="Created"
        choices={datePeriods}
        value={period}
        any={from === undefined && to === undefined ? "Any" : "Custom"}
        onChange={(chosen) =>
          onChange({ period: isDatePeriod(chosen) ? chosen : undefined, from: undefined, to: undefined })
        }
      />
      <div className={classes["pair"]}>
        <TextInput
          type="date"
          label="From"
          size="xs"
          value={from ?? ""}
          onChange={(event) => day("from", event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="To"
          size="xs"
          value={to ?? ""}
          error={endsBeforeItBegins(dates) ? "Earlier than the From date" : undefined}
          onChange={(event) => day("to", event.currentTarget.value)}
        />
      </div>
      <Text size="xs" c="dimmed">
        Days are New York time, as on statements.
      </Text>
    </>
  );
}
