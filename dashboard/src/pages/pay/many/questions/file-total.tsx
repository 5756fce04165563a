import { Alert, Checkbox, Group, Text } from "@mantine/core";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { Section } from "#ui/page/section.tsx";
import type { RowKind } from "../reading/layout/read-layout.ts";
import type { FileRow } from "../rows/file-rows.ts";
import type { FileJob } from "../use-job.ts";
import { centsText, sumText } from "./cents-text.ts";
import { acceptedAs, differenceOf } from "./total-difference.ts";

const counts: Readonly<Record<RowKind, readonly [one: string, many: string]>> = {
  payment: ["payment", "payments"],
  heading: ["heading", "headings"],
  subtotal: ["total", "totals"],
  credit: ["credit", "credits"],
  zero: ["row with nothing to pay", "rows with nothing to pay"],
  line: ["further line of an invoice", "further lines of invoices"],
  other: ["other row", "other rows"],
};

/** What the rows of the file are, and whether they add up to the total that the file states. */
export function FileTotal({ state, disabled }: { readonly state: FileJob; readonly disabled: boolean }) {
  const { rows, payments, layout, job } = state;
  const difference = differenceOf(state);
  const left = partsOf(rows.filter(({ kind }) => kind !== "payment"));
  if (rows.length === 0 || (difference === undefined && left === "")) return null;
  const place = layout.total?.line === undefined ? "its subtotals" : `${placeWord(job)} ${layout.total.line}`;
  return (
    <Section>
      <Group gap="xs" role="status" aria-label="Total of the file">
        {difference === 0n && <StatusMark color="evergreen">Adds up</StatusMark>}
        <Text size="sm">
          {partsOf(payments) || "No payments"}
          {left !== "" && `; not paid: ${left}`}.
          {layout.total !== undefined &&
            difference === 0n &&
            ` The rows add up to the file’s own total of ${centsText(layout.total.cents)} (${place}).`}
          {layout.total === undefined && " The file states no total."}
        </Text>
      </Group>
      {layout.total !== undefined && difference !== undefined && difference !== 0n && (
        <Alert
          color="yellow"
          mt="xs"
          title={`The rows differ from the file’s own total by ${centsText(abs(difference))}`}
        >
          <Text size="sm">
            They add up to {centsText(layout.sum)}, and the file says {centsText(layout.total.cents)} ({place}). A row
            may be missing or read wrongly.
          </Text>
          <Checkbox
            mt="xs"
            size="xs"
            data-attention
            label="The difference is right"
            disabled={disabled}
            checked={job.decisions.difference === acceptedAs(state, difference)}
            onChange={({ currentTarget: { checked } }) =>
              state.decide(() => ({ difference: checked ? acceptedAs(state, difference) : undefined }))
            }
          />
        </Alert>
      )}
    </Section>
  );
}

const abs = (cents: bigint): bigint => (cents < 0n ? -cents : cents);
const placeWord = ({ file }: FileJob["job"]): string => (file.table.kind === "text" ? "line" : "row");

/** "2 credits of −$70.00, 3 headings" */
function partsOf(rows: readonly FileRow[]): string {
  // The names of kinds are the keys of the table above.
  return (Object.keys(counts) as RowKind[])
    .map((kind) => {
      const some = rows.filter((row) => row.kind === kind);
      const noun = counts[kind][some.length === 1 ? 0 : 1];
      const hasSum = kind === "payment" || kind === "credit";
      const sum = hasSum ? ` of ${sumText(some.map(({ cents }) => cents))}` : "";
      return some.length === 0 ? "" : `${some.length.toLocaleString("en-US")} ${noun}${sum}`;
    })
    .filter((text) => text !== "")
    .join(", ");
}
