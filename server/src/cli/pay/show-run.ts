import { closeSync, openSync, writeSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { dollarsFromMinor, formatUsd } from "#kernel/values/money.ts";
import { CommandRefused, type Outcome } from "../action.ts";
import { count, type Screen, table } from "../output.ts";
import type { PaidRow, PayRun } from "./run-payments.ts";

/** More rows are a file's. */
const SHOWN_MAX = 50;

interface ShownOptions {
  readonly direct: boolean;
  /** The file of the payments. */
  readonly path: string;
  readonly screen: Screen | undefined;
}

/** The result of a run for people and programs. Throws CommandRefused if it stopped before its end. */
export function shownRun({ outcomes, stopped }: PayRun, { direct, path, screen }: ShownOptions): Outcome {
  const verb = direct ? "sent" : "requested";
  // Getters, because ten thousand objects are made for nothing where nobody requested JSON.
  const forPrograms = {
    get results() {
      return outcomes.map(resultJson);
    },
  };
  if (stopped !== undefined) throw new CommandRefused(stoppedText({ outcomes, stopped }, path), forPrograms);
  const accepted = outcomes.filter(({ status }) => status === "accepted");
  const now = accepted.filter(({ isReplay }) => !isReplay);
  const before = accepted.filter(({ isReplay }) => isReplay);
  const refused = outcomes.filter(({ status }) => status === "refused");
  const shown = outcomes.length <= SHOWN_MAX ? outcomes : refused.slice(0, SHOWN_MAX);
  const left = refused.length - shown.filter(({ status }) => status === "refused").length;
  const text = [
    ...(shown.length === 0 ? [] : [rowsTable(shown, verb, screen), ""]),
    ...(left === 0 ? [] : [`${left} more refused: see the file of --result.`]),
    `${count(now.length, "payment")}, ${sumOf(now)}, ${verb}.`,
    ...(before.length === 0
      ? []
      : [`${count(before.length, "payment")}, ${sumOf(before)}, ${verb} by an earlier run, and not again (--run).`]),
    ...(refused.length === 0 ? [] : [`${refused.length} refused.`]),
  ].join("\n");
  return {
    get json() {
      return forPrograms.results;
    },
    text,
    exitCode: refused.length === 0 ? 0 : 1,
  };
}

function stoppedText({ outcomes, stopped }: PayRun, path: string): string {
  const answered = outcomes.filter(({ status }) => status === "accepted" || status === "refused").length;
  const rows = `${answered.toLocaleString("en-US")} of ${count(outcomes.length, "row")} got an answer.`;
  const next = `Continue with the same options and --resume, or run the command for ${path} again: rows that were accepted are not paid twice.`;
  if (stopped?.why === undefined) return `Paused. ${rows} ${next}`;
  const at =
    outcomes.find(({ error, status }) => error !== undefined && status !== "refused") ?? outcomes[answered - 1];
  const unknown = at?.status === "unknown" ? ` It is unknown whether line ${at.payment.line} was accepted.` : "";
  return `Line ${at?.payment.line ?? 2}: ${stopped.why}${unknown} ${rows} ${next}`;
}

const sumOf = (outcomes: readonly PaidRow[]): string =>
  `$${formatUsd(outcomes.reduce((sum, { payment }) => sum + payment.amountMinor, 0n))}`;

const rowsTable = (outcomes: readonly PaidRow[], verb: string, screen: Screen | undefined): string =>
  table(
    [
      { title: "line", value: ({ payment }: PaidRow) => String(payment.line), right: true },
      { title: "recipient", value: ({ payment }: PaidRow) => payment.recipientName, flexible: true },
      { title: "amount", value: ({ payment }: PaidRow) => formatUsd(payment.amountMinor), right: true },
      {
        title: "result",
        value: ({ id, state, error, isReplay }: PaidRow) =>
          id === undefined ? error : `${isReplay ? `${verb} before, ` : ""}${state}  ${id}`,
        color: ({ status }: PaidRow) => (status === "accepted" ? "green" : "red"),
        flexible: outcomes.some(({ id }) => id === undefined),
      },
    ],
    outcomes,
    screen,
  );

const resultJson = ({ payment, id, status, state, error, isReplay }: PaidRow) => ({
  line: payment.line,
  recipient: payment.recipientName,
  amount: dollarsFromMinor(payment.amountMinor),
  id: id ?? null,
  ...(status === "accepted" ? { status: state, before: isReplay } : { [status]: error ?? null }),
});

const HEADER = ["line", "recipient", "account", "amount", "method", "key", "status", "id", "error"];
const LINES_AT_ONCE = 100;

/** Opens the file before anything is paid: a run whose result cannot be written does not begin. */
export function openResultFile(path: string): { write(outcomes: readonly PaidRow[]): Promise<void> } {
  const file = openSync(path, "w", 0o600);
  return {
    write: async (outcomes) => {
      const { csvOf } = await import("#kernel/values/csv.ts");
      writeSync(file, csvOf([HEADER]));
      for (let from = 0; from < outcomes.length; from += LINES_AT_ONCE) {
        writeSync(file, csvOf(outcomes.slice(from, from + LINES_AT_ONCE).map(cellsOf)));
        // Garbage is collected between turns: in one turn, ten thousand lines would leave 25 MB.
        await nextTurn();
      }
      closeSync(file);
    },
  };
}

const cellsOf = ({ payment, id, status, state, error }: PaidRow) => [
  String(payment.line),
  payment.recipientName,
  payment.accountName,
  payment.amountMinor,
  payment.body.paymentMethod,
  payment.body.idempotencyKey,
  status === "accepted" ? (state ?? status) : status,
  id ?? null,
  error ?? null,
];
