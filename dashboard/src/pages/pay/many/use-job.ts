import { useMemo, useRef, useState } from "react";
import type { TableChoices } from "#ui/files/tables/file-table.ts";
import { accountNumberOf, allMethods } from "#ui/money/payment-methods.ts";
import { serviceNow } from "#ui/page/service-clock.ts";
import { fileDayOf } from "#ui/page/when.tsx";
import { useAllRecipients } from "../use-recipients.ts";
import { keepJob, type PaymentFileJob } from "./file-store.ts";
import { readPaymentFile, rememberedMapping, rememberMapping } from "./payment-file.ts";
import { readLayout } from "./reading/layout/read-layout.ts";
import { indexRecipients, recipientsNamed } from "./reading/recipients/known-recipients.ts";
import { type FileChoices, firstChoices, understand } from "./reading/understand-table.ts";
import { vendorsWithCredits } from "./rows/credits.ts";
import { type FileDecisions, type FileRecipient, type FileRow, noDecisions, rowsOf } from "./rows/file-rows.ts";

/** The job with its rows. Every change is stored in the browser at once. */
export function useJob(first: PaymentFileJob) {
  // A file that was begun with an earlier version has no decisions of newer kinds.
  const [job, setJob] = useState(() => ({ ...first, decisions: { ...noDecisions, ...first.decisions } }));
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  // Changes made in the same moment build on each other.
  const latest = useRef(job);
  const recipients = useFileRecipients();
  const { file, choices, decisions } = job;
  const understanding = useMemo(() => understand(file.table, choices), [file, choices]);
  const index = useMemo(() => indexRecipients(recipients.data ?? []), [recipients.data]);
  const layout = useMemo(
    () =>
      readLayout(understanding, (name) => recipientsNamed({ name, accountNumber: "", email: "" }, index).length > 0),
    [understanding, index],
  );
  const today = fileDayOf(serviceNow().toISOString());
  const rows = useMemo(
    () => (recipients.data === undefined ? [] : rowsOf({ understanding, layout, decisions, index, today })),
    [understanding, layout, decisions, index, today, recipients.data],
  );
  const payments = useMemo(() => rows.filter(({ kind }) => kind === "payment"), [rows]);
  const credits = useMemo(() => creditsIn(rows, decisions), [rows, decisions]);
  const change = (changes: Partial<PaymentFileJob>) => {
    latest.current = { ...latest.current, ...changes };
    setJob(latest.current);
    void keepJob(latest.current).catch(() => undefined);
  };
  const choose = (changes: Partial<FileChoices>) => {
    const chosen = { ...latest.current.choices, ...changes };
    if (changes.mapping !== undefined) rememberMapping(understanding.headers, changes.mapping);
    change({ choices: chosen });
  };
  const decide = (changes: (decisions: FileDecisions) => Partial<FileDecisions>) =>
    change({ decisions: { ...latest.current.decisions, ...changes(latest.current.decisions) } });
  const readAgain = async (tableChoices: TableChoices) => {
    setProblem(undefined);
    setReading(true);
    try {
      change(afterReading(latest.current, await readPaymentFile(file.name, job.source, tableChoices)));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The file could not be read.");
    } finally {
      setReading(false);
    }
  };
  return {
    job,
    rows,
    payments,
    credits,
    layout,
    understanding,
    recipients,
    problem,
    isReading,
    change,
    choose,
    decide,
    readAgain,
  };
}

/** The vendors with credits, with what they are owed before any is deducted. */
function creditsIn(rows: readonly FileRow[], { credits }: FileDecisions) {
  const parts = (some: readonly FileRow[]) =>
    some.flatMap(({ number, line, texts, cents, deduction, isExcluded }) =>
      cents === undefined || isExcluded
        ? []
        : [{ number, line, vendor: texts.recipient, cents: cents + (deduction?.cents ?? 0n) }],
    );
  return vendorsWithCredits(
    parts(rows.filter(({ kind, deduction }) => kind === "payment" || deduction !== undefined)),
    parts(rows.filter(({ kind }) => kind === "credit")),
    credits,
  );
}

export type FileJob = ReturnType<typeof useJob>;

/** FileDecisions about rows are kept if the file still has the same rows; those about names always are. */
function afterReading(job: PaymentFileJob, file: PaymentFileJob["file"]): Partial<PaymentFileJob> {
  const { recipients, dismissed, invited, methods } = job.decisions;
  const isSame = file.id === job.file.id && file.table.records.length === job.file.table.records.length;
  return {
    file,
    choices: firstChoices(file.table, rememberedMapping),
    decisions: isSame ? job.decisions : { ...noDecisions, recipients, dismissed, invited, methods },
  };
}

/** The recipients with the account numbers by which a file may name them. */
function useFileRecipients() {
  const { data, ...query } = useAllRecipients();
  const indexed = useMemo(
    () =>
      data?.map((recipient): FileRecipient => {
        const numbers = allMethods.map((method) => accountNumberOf(recipient, method));
        return { ...recipient, accountNumbers: numbers.filter((number) => number !== undefined) };
      }),
    [data],
  );
  return { ...query, data: indexed };
}
