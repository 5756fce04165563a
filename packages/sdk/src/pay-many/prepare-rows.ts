import type { CreateSendMoneyApprovalRequest } from "../generated/types.ts";
import type { JournalEntry, RunHeader } from "./journal.ts";

/** One payment. Without `idempotencyKey`, its key comes from the journal. */
export interface PaymentRow extends Omit<CreateSendMoneyApprovalRequest, "idempotencyKey"> {
  /** The account that pays; by default, that of the options. */
  readonly accountId?: string;
  /** A key of your own, such as the number of an invoice, which is paid once even if the journal is lost. */
  readonly idempotencyKey?: string;
}

export interface RowProblem {
  /** Of the row, counted from 0. */
  readonly index: number;
  readonly message: string;
}

/** Rows cannot be paid as they are. Nothing was sent. */
export class RowsError extends Error {
  override readonly name = "RowsError";
  readonly problems: readonly RowProblem[];

  constructor(problems: readonly RowProblem[]) {
    const [{ index, message } = { index: 0, message: "" }] = problems;
    const count = problems.length === 1 ? "A row" : `${problems.length} rows`;
    super(`${count} cannot be paid, and nothing was sent. Row ${index + 1}: ${message}`);
    this.problems = problems;
  }
}

/** A row, and what identifies it in the journal. */
export interface PreparedRow<Row extends PaymentRow = PaymentRow> {
  readonly index: number;
  readonly row: Row;
  readonly accountId: string;
  readonly key: string;
  readonly digest: string;
  /** What the journal has last. */
  readonly last: JournalEntry | undefined;
}

interface Run {
  readonly header: RunHeader;
  readonly entries: readonly JournalEntry[];
  readonly accountId: string | undefined;
}

/**
 * Gives each row its key: its own, or one that follows from the run and the row's content, so it does not depend on the
 * order. The second of two equal rows is another payment, with another key.
 *
 * @throws RowsError if any row cannot be sent
 */
export async function prepareRows<Row extends PaymentRow>(rows: readonly Row[], run: Run): Promise<PreparedRow<Row>[]> {
  const problems: RowProblem[] = [];
  const prepared: PreparedRow<Row>[] = [];
  const lastByKey = new Map<string, JournalEntry>();
  // Nothing that another process appends later takes back that a row was accepted.
  for (const entry of run.entries) if (lastByKey.get(entry.key)?.state !== "accepted") lastByKey.set(entry.key, entry);
  const timesSeen = new Map<string, number>();
  const indexByKey = new Map<string, number>();
  const accountOf = (row: Row) => row.accountId ?? run.accountId ?? "";
  const digests = await digestsOf(rows, (row) => contentOf({ ...row, accountId: accountOf(row) }));
  for (const [index, row] of rows.entries()) {
    const accountId = accountOf(row);
    const digest = digests[index] ?? "";
    const earlier = timesSeen.get(digest) ?? 0;
    timesSeen.set(digest, earlier + 1);
    const key = row.idempotencyKey ?? `${run.header.run}-${earlier}-${digest}`;
    const last = lastByKey.get(key);
    const sameKey = indexByKey.get(key);
    indexByKey.set(key, index);
    const found = problemOf(row, accountId);
    if (found !== undefined) problems.push({ index, message: found });
    else if (sameKey !== undefined)
      problems.push({ index, message: `Row ${sameKey + 1} has the same idempotencyKey. Give each payment its own.` });
    else if (last !== undefined && last.digest !== digest)
      problems.push({ index, message: "This key was used for a row with another content. Use a new key." });
    prepared.push({ index, row, accountId, key, digest, last });
  }
  if (problems.length > 0) throw new RowsError(problems);
  return prepared;
}

function problemOf({ recipientId, amount, paymentMethod, idempotencyKey }: PaymentRow, accountId: string) {
  if (!isText(accountId)) return "Set accountId, in the row or in the options.";
  if (!isText(recipientId)) return "Set recipientId.";
  if (!isText(paymentMethod)) return "Set paymentMethod.";
  if (idempotencyKey === "") return "An idempotencyKey must not be empty.";
  const isDollars = typeof amount === "number" && amount > 0 && /^\d+(\.\d{1,2})?$/.test(String(amount));
  return isDollars ? undefined : `${String(amount)} is not a valid amount. Use dollars, such as 1234.5.`;
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

/** The same for the same payment, whatever the order of its members. */
const contentOf = (row: PaymentRow): string =>
  JSON.stringify(row, (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([name, member]) => name !== "idempotencyKey" && member !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value,
  );

/** Digests under way together: one after the other, they take ten times the processor time. More take more memory. */
const TOGETHER = 25;

async function digestsOf<Row>(rows: readonly Row[], content: (row: Row) => string): Promise<readonly string[]> {
  const digests: string[] = [];
  for (let from = 0; from < rows.length; from += TOGETHER)
    digests.push(...(await Promise.all(rows.slice(from, from + TOGETHER).map((row) => digestOf(content(row))))));
  return digests;
}

const encoder = new TextEncoder();
const DIGEST_BYTES = 20;

async function digestOf(content: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(content)));
  let hex = "";
  for (let at = 0; at < DIGEST_BYTES; at += 1) hex += (bytes[at] ?? 0).toString(16).padStart(2, "0");
  return hex;
}
