import { createHash, type Hash } from "node:crypto";
import { newYorkDay, newYorkMidnight } from "bursar-banking/calendar/new-york";
import { assert, present } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { canonicalJson } from "#kernel/values/canonical-json.ts";
import { type AccountId, instantOf, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";
import { findReturnLinks } from "#payments/payments";
import { type FactsRow, factsOf, type MovementRow, movementsBetween, receivingSidesOf } from "./movements.queries.ts";
import { endOf, type Period, type ReturnedLine, type Statement, type StatementLine, type Totals } from "./statement.ts";

/** Lines read and held at a time, which bounds the memory of a statement of any length. */
const LINES_PER_PAGE = 500;

export interface LinesToRead extends Period {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly openingMinor: bigint;
}

/** The entry of a transfer names the transaction that pays. */
const receivesTransfer = ({ effect, amount_minor: amountMinor }: MovementRow): boolean =>
  effect === "transfer" && amountMinor > 0n;

/** What each row says about its transaction. */
async function findFacts(
  db: Queryable,
  { organizationId, accountId }: LinesToRead,
  rows: readonly MovementRow[],
): Promise<(row: MovementRow) => FactsRow> {
  const idsOf = (chosen: readonly MovementRow[]) => [...new Set(chosen.map((row) => row.transaction_id))];
  const own = idsOf(rows.filter((row) => !receivesTransfer(row)));
  const transferIds = idsOf(rows.filter(receivesTransfer));
  const facts = new Map((await factsOf(db, organizationId, own)).map((row) => [row.transaction_id, row]));
  const received = await receivingSidesOf(db, organizationId, { accountId, transferIds });
  const sides = new Map<TransactionId, FactsRow>(received.map((row) => [row.transfer_id, row]));
  return (row) =>
    present(
      (receivesTransfer(row) ? sides : facts).get(row.transaction_id),
      "each settled movement belongs to a transaction of the account",
    );
}

function detailsOf(facts: FactsRow, isReturn: boolean): string | undefined {
  if (isReturn) return facts.return_reason ?? undefined;
  const check = facts.check_number === null ? [] : [`Check ${facts.check_number}`];
  const parts = [
    ...check,
    ...(facts.external_memo === null || facts.external_memo === "" ? [] : [facts.external_memo]),
  ];
  return parts.length === 0 ? undefined : parts.join(" · ");
}

const referenceOf = (id: TransactionId): string => id.replaceAll("-", "");

/**
 * What a movement takes back. A returned payment has two lines; the return of a deposit or a transfer is a transaction of
 * its own (ADR 0046). The digest does not cover the latter's link, which is stored once and never changes.
 */
async function findReturned(
  db: Queryable,
  { organizationId }: LinesToRead,
  facts: readonly FactsRow[],
): Promise<(facts: FactsRow, isReturn: boolean) => ReturnedLine | undefined> {
  const ids = facts.filter(({ method }) => method === null).map((row) => row.transaction_id);
  const links = ids.length === 0 ? [] : await findReturnLinks(db, organizationId, ids);
  const originals = new Map(links.map((link) => [link.return_id, link.transaction_id]));
  return ({ transaction_id: id, posted_at: postedAt }, isReturn) => {
    const of = isReturn ? id : originals.get(id);
    if (of === undefined) return undefined;
    // Deposits and transfers are posted when they are made.
    const at = isReturn ? present(postedAt, "only a payment that was sent is returned") : instantOf(of);
    return { transactionId: of, reference: referenceOf(of), day: newYorkDay(at) };
  };
}

function lineOf(
  row: MovementRow,
  facts: FactsRow,
  {
    number,
    balanceMinor,
    returnOf,
  }: {
    number: number;
    balanceMinor: bigint;
    returnOf: (facts: FactsRow, isReturn: boolean) => ReturnedLine | undefined;
  },
): StatementLine {
  const isReturn = row.effect === "reverse";
  return {
    number,
    transactionId: facts.transaction_id,
    reference: `${referenceOf(facts.transaction_id)}${isReturn ? "R" : ""}`,
    enteredAt: row.entered_at,
    day: newYorkDay(row.entered_at),
    amountMinor: row.amount_minor,
    balanceMinor,
    description: isReturn ? `Returned: ${facts.bank_description}` : facts.bank_description,
    details: detailsOf(facts, isReturn),
    counterpartyName: facts.counterparty_name,
    kind: facts.kind,
    method: facts.method ?? undefined,
    checkNumber: facts.check_number ?? undefined,
    isReturn,
    returnOf: returnOf(facts, isReturn),
    createdAt: facts.created_at,
    postedAt: facts.posted_at ?? undefined,
  };
}

/** The lines of a period that is closed, in order, a page at a time. */
export async function* readLines(db: Queryable, lines: LinesToRead): AsyncGenerator<readonly StatementLine[]> {
  const { organizationId, accountId } = lines;
  const range = { accountId, from: newYorkMidnight(lines.startsOn), before: endOf(lines), limit: LINES_PER_PAGE };
  let [balanceMinor, number] = [lines.openingMinor, 0];
  let after: MovementRow | undefined;
  do {
    const rows: MovementRow[] = await movementsBetween(db, organizationId, { ...range, after });
    const factsFor = await findFacts(db, lines, rows);
    const returnOf = await findReturned(db, lines, rows.map(factsFor));
    yield rows.map((row) => {
      number += 1;
      balanceMinor += row.amount_minor;
      return lineOf(row, factsFor(row), { number, balanceMinor, returnOf });
    });
    after = rows.length < LINES_PER_PAGE ? undefined : rows.at(-1);
  } while (after !== undefined);
}

/** As an array, because sorting the members of ten thousand objects takes longer than reading them. */
const digestLine = (hash: Hash, line: StatementLine): void => {
  hash.update(
    JSON.stringify([
      line.number,
      line.reference,
      line.enteredAt,
      line.amountMinor.toString(),
      line.balanceMinor.toString(),
      line.description,
      line.details,
      line.counterpartyName,
      line.kind,
      line.method,
      line.checkNumber,
      line.createdAt,
      line.postedAt,
    ]),
  );
};

/** A digest of everything that the files of a statement show, except for its account's numbers, which never change. */
export function startDigest({ startsOn, endsOn, accountId, openingMinor }: LinesToRead) {
  const hash = createHash("sha256").update(
    canonicalJson({ startsOn, endsOn, accountId, openingMinor: openingMinor.toString() }),
  );
  return {
    add: (lines: readonly StatementLine[]) => {
      for (const line of lines) digestLine(hash, line);
    },
    end: (shown: StatementFacts) => hash.update(canonicalJson(factsText(shown))).digest(),
  };
}

/** What the row of a statement contains besides its lines. */
export type StatementFacts = Totals & Pick<Statement, "accountName" | "legalName" | "legalAddress" | "ein">;

const factsText = ({ accountName, legalName, legalAddress, ein, ...totals }: StatementFacts) => ({
  accountName,
  legalName,
  legalAddress,
  ein,
  openingMinor: totals.openingMinor.toString(),
  inMinor: totals.inMinor.toString(),
  outMinor: totals.outMinor.toString(),
  feesMinor: totals.feesMinor.toString(),
  closingMinor: totals.closingMinor.toString(),
  lines: totals.lines.toString(),
});

/**
 * The lines of a statement. Fails after the last page unless they, the sums, and the names are what they were when
 * the statement was made, so a file whose end arrived is the statement.
 */
export async function* linesOfStatement(
  db: Queryable,
  organizationId: OrganizationId,
  statement: Statement,
): AsyncGenerator<readonly StatementLine[]> {
  const covered = { ...statement, organizationId };
  const digest = startDigest(covered);
  for await (const lines of readLines(db, covered)) {
    digest.add(lines);
    yield lines;
  }
  assert(digest.end(statement).equals(statement.digest), "a statement never changes");
}
