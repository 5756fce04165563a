import { NativeSelect, type NativeSelectProps, SimpleGrid, Text } from "@mantine/core";
import { useMemo } from "react";
import {
  type Encoding,
  encodingNames,
  type FileContents,
  type FileRecord,
  type Separator,
  separatorNames,
  textOfCell,
} from "#ui/files/tables/file-table.ts";
import { countText } from "#ui/page/count-text.ts";
import { rememberedMapping } from "../payment-file.ts";
import { guessMapping, headersOf } from "../reading/understand-table.ts";
import { amountOfCell, type DecimalSign } from "../reading/values/amounts.ts";
import { type DateOrder, readDate } from "../reading/values/dates.ts";
import type { FileJob } from "../use-job.ts";
import { centsText } from "./cents-text.ts";

interface PartProps {
  readonly state: FileJob;
  readonly disabled: boolean;
}

const inputWrapperOrder = ["label", "input", "description", "error"] satisfies NativeSelectProps["inputWrapperOrder"];

/** What a file leaves open, because its numbers or dates can be read in two ways, or it has other currencies. */
export interface OpenReading {
  readonly decimal: boolean;
  readonly currency: boolean;
  readonly dates: boolean;
}

export const openReadingOf = ({ understanding: { decimal, foreign, dates } }: FileJob): OpenReading => ({
  decimal: !decimal.isCertain,
  currency: foreign.length > 0,
  dates: !dates.isCertain,
});

/** The questions alone, without what was detected. */
export const ReadingQuestions = ({ asked, ...props }: PartProps & { readonly asked: OpenReading }) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
    {asked.decimal && <DecimalChoice {...props} />}
    {asked.currency && <CurrencyChoice {...props} />}
    {asked.dates && <DateChoice {...props} />}
  </SimpleGrid>
);

/** How the file is read, with examples. Everything is detected, and can be switched for the whole file. */
export function FileReading(props: PartProps) {
  const { table } = props.state.job.file;
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        How the file is read
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="xs">
        {table.kind === "text" ? <TextChoices {...props} table={table} /> : <SheetChoice {...props} table={table} />}
        <HeaderChoice {...props} />
        <DecimalChoice {...props} />
        <CurrencyChoice {...props} />
        <DateChoice {...props} />
      </SimpleGrid>
    </div>
  );
}

function TextChoices({ state, disabled, table }: PartProps & { readonly table: FileContents & { kind: "text" } }) {
  const { encoding, separator, records } = table;
  const special = useMemo(() => specialText(records), [records]);
  const columns = state.understanding.headers.length;
  return (
    <>
      <NativeSelect
        size="xs"
        label="Encoding"
        disabled={disabled}
        inputWrapperOrder={inputWrapperOrder}
        description={special === undefined ? "No special characters" : `For example, “${special}”`}
        value={encoding}
        data={Object.entries(encodingNames).map(([value, label]) => ({ value, label }))}
        // The options are the keys of encodingNames.
        onChange={({ currentTarget: { value } }) => void state.readAgain({ encoding: value as Encoding, separator })}
      />
      <NativeSelect
        size="xs"
        label="Separator"
        disabled={disabled}
        inputWrapperOrder={inputWrapperOrder}
        description={countText(columns, "column")}
        value={separator}
        data={Object.entries(separatorNames).map(([value, label]) => ({ value, label }))}
        // The options are the keys of separatorNames.
        onChange={({ currentTarget: { value } }) => void state.readAgain({ encoding, separator: value as Separator })}
      />
    </>
  );
}

function SheetChoice({ state, disabled, table }: PartProps & { readonly table: FileContents & { kind: "workbook" } }) {
  const { sheets, sheet, hiddenRows } = table;
  return (
    <NativeSelect
      size="xs"
      label="Sheet"
      disabled={disabled}
      inputWrapperOrder={inputWrapperOrder}
      description={
        hiddenRows === 0 ? `${sheets.length} in the workbook` : `Includes ${countText(hiddenRows, "hidden row")}`
      }
      value={String(sheet)}
      data={sheets.map((label, index) => ({ value: String(index), label }))}
      onChange={({ currentTarget: { value } }) => void state.readAgain({ sheet: Number.parseInt(value, 10) })}
    />
  );
}

/** A text that shows whether the encoding is right. */
function specialText(records: readonly FileRecord[]): string | undefined {
  for (const { cells } of records)
    for (const cell of cells) {
      const text = textOfCell(cell).slice(0, 200);
      if ([...text].some((letter) => letter > "~")) return text.slice(0, 40);
    }
  return undefined;
}

const HEADER_WITHIN = 20;

function HeaderChoice({ state, disabled }: PartProps) {
  const { table } = state.job.file;
  const { header } = state.job.choices;
  const names = header === "none" ? [] : headersOf(table, header).filter((name) => name !== "");
  const place = table.kind === "text" ? "Line" : "Row";
  return (
    <NativeSelect
      size="xs"
      label="Column names"
      disabled={disabled}
      inputWrapperOrder={inputWrapperOrder}
      description={names.length === 0 ? "Every row is a payment" : `${names.slice(0, 3).join(", ").slice(0, 40)}…`}
      value={String(header)}
      data={[
        { value: "none", label: "None" },
        ...table.records
          .slice(0, HEADER_WITHIN)
          .map(({ line }, index) => ({ value: String(index), label: `${place} ${line}` })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const chosen = value === "none" ? "none" : Number.parseInt(value, 10);
        state.choose({ header: chosen, mapping: guessMapping(table, chosen, rememberedMapping) });
      }}
    />
  );
}

function DecimalChoice({ state, disabled }: PartProps) {
  const { sign, isCertain, example } = state.understanding.decimal;
  // The numbers of a sheet need no sign.
  if (example === undefined) return null;
  const meaning = isCertain ? decimalMeaning(example, sign) : undefined;
  return (
    <NativeSelect
      size="xs"
      label="Decimal sign"
      disabled={disabled}
      inputWrapperOrder={inputWrapperOrder}
      description={meaning}
      error={
        isCertain
          ? undefined
          : `Choose: ${decimalMeaning(example, ",")} with a comma; ${decimalMeaning(example, ".")} with a point`
      }
      value={isCertain ? sign : ""}
      data={[
        ...(isCertain ? [] : [{ value: "", label: "Choose" }]),
        { value: ".", label: "Point (1,234.56)" },
        { value: ",", label: "Comma (1.234,56)" },
      ]}
      // The options are decimal signs, and the empty one is not chosen.
      onChange={({ currentTarget: { value } }) =>
        state.choose({ decimal: value === "" ? undefined : (value as DecimalSign) })
      }
    />
  );
}

function CurrencyChoice({ state, disabled }: PartProps) {
  const { foreign } = state.understanding;
  const { isDollars = false } = state.job.choices;
  if (foreign.length === 0 && !isDollars) return null;
  return (
    <NativeSelect
      size="xs"
      label="Currency of the amounts"
      disabled={disabled}
      inputWrapperOrder={inputWrapperOrder}
      description={isDollars ? "Currencies in the file are ignored" : undefined}
      error={
        isDollars
          ? undefined
          : `Some amounts are in ${foreign.slice(0, 3).join(", ")}. They cannot be paid from a file.`
      }
      value={isDollars ? "dollars" : "file"}
      data={[
        { value: "file", label: "As in the file" },
        { value: "dollars", label: "All are US dollars" },
      ]}
      onChange={({ currentTarget: { value } }) => state.choose({ isDollars: value === "dollars" })}
    />
  );
}

function DateChoice({ state, disabled }: PartProps) {
  const { order, isCertain, example } = state.understanding.dates;
  if (example === undefined) return null;
  return (
    <NativeSelect
      size="xs"
      label="Dates"
      disabled={disabled}
      inputWrapperOrder={inputWrapperOrder}
      description={isCertain ? dateMeaning(example, order) : undefined}
      error={isCertain ? undefined : `Choose: ${dateMeaning(example, "mdy")}, or ${dateMeaning(example, "dmy")}`}
      value={isCertain ? order : ""}
      data={[
        ...(isCertain ? [] : [{ value: "", label: "Choose" }]),
        { value: "mdy", label: "Month first (M/D/Y)" },
        { value: "dmy", label: "Day first (D/M/Y)" },
      ]}
      // The options are orders, and the empty one is not chosen.
      onChange={({ currentTarget: { value } }) =>
        state.choose({ dateOrder: value === "" ? undefined : (value as DateOrder) })
      }
    />
  );
}

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** “1.234,56” is $1,234.56 */
export function decimalMeaning(example: string, sign: DecimalSign): string {
  const read = amountOfCell(example, sign);
  return "cents" in read ? `“${example}” is ${centsText(read.cents)}` : `“${example}” is not a valid amount`;
}

/** “03/04/2026” is March 4, 2026 */
export function dateMeaning(example: string, order: DateOrder): string {
  const read = readDate(example, order);
  return "date" in read ? `“${example}” is ${longDay.format(new Date(read.date))}` : `“${example}” is not a valid date`;
}
