import { newYorkDay } from "bursar-banking/calendar/new-york";
import { stringify } from "csv-stringify/sync";
import { assert } from "#kernel/assert.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { RowProblem } from "#kernel/values/read-csv.ts";
import { bookTotal, findKnownEntries, setReference, type TreasuryType } from "#money/treasury";
import { refusePayment } from "#payments/payments";
import { type Actor, recordAudit } from "#records/audit";
import { openCustody, saveCustody } from "../custodian/custody.ts";
import type { Custody } from "../custodian/run-step.ts";
import { parseActivity } from "./parse-activity.ts";
import { CONFIRM_DAYS, type ImportPlan, type KnownActivity, planImport } from "./plan-import.ts";

export interface ActivityFile {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly fileName: string;
  readonly content: string;
}

/** What a file would do, or did. Amounts in cents. */
export interface ImportResult extends Pick<ImportPlan, "outcomes" | "problems"> {
  readonly balanceBeforeMinor: bigint;
  readonly balanceAfterMinor: bigint;
}

/** What the file would do; nothing is written. */
export const previewImport = (service: Service, file: ActivityFile): Promise<ImportResult> =>
  service.database.transaction(async (tx) => (await plan(service, tx, file)).result);

/**
 * Imports a custodian's activity file in the caller's transaction: all of its rows or, if there is any problem, none.
 * Rows that were imported before, by the custodian's reference, have no effect.
 */
export async function importActivity(
  service: Service,
  tx: Tx,
  { actor, ...file }: ActivityFile & { readonly actor: Actor },
): Promise<ImportResult> {
  const { organizationId, accountId, fileName } = file;
  const { custody, confirmed, result } = await plan(service, tx, file);
  if (result.problems.length > 0) throw refuseRows(result.problems);
  for (const confirmation of confirmed)
    assert((await setReference(tx, { organizationId, accountId }, confirmation)) === 1, "a transfer is confirmed once");
  await saveCustody(service, tx, custody, { actor });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "treasury.import",
        resourceType: "account",
        resourceId: accountId,
        before: { balance: dollarsFromMinor(result.balanceBeforeMinor) },
        after: {
          fileName,
          rows: result.outcomes.length,
          newRows: result.outcomes.filter(({ outcome }) => outcome !== "alreadyImported").length,
          balance: dollarsFromMinor(result.balanceAfterMinor),
        },
      },
    ],
  });
  return result;
}

/** The rows with problems, as the fields of a refusal. */
export const refuseRows = (problems: readonly RowProblem[]) =>
  invalidRequest(problems.map(({ line, message }) => ({ path: `line ${line}`, message })));

interface Planned {
  readonly custody: Custody;
  readonly confirmed: ImportPlan["confirmed"];
  readonly result: ImportResult;
}

async function plan(service: Service, tx: Tx, { organizationId, accountId, content }: ActivityFile): Promise<Planned> {
  const now = service.clock.now();
  const custody = await openCustody(service, tx, { organizationId, accountId });
  if (custody === undefined) throw refusePayment("ledgerInDoubt", { headers: { "retry-after": "60" } });
  const parsed = parseActivity(content, newYorkDay(now));
  const balanceBeforeMinor = bookTotal(custody.book);
  const activity = await readKnown(tx, { organizationId, accountId }, parsed.rows);
  const { outcomes, problems, confirmed } = planImport(custody, {
    rows: parsed.rows,
    activity,
    now,
    newId: service.newId,
  });
  return {
    custody,
    confirmed,
    result: {
      outcomes,
      problems: [...parsed.problems, ...problems].toSorted((a, b) => a.line - b.line),
      balanceBeforeMinor,
      balanceAfterMinor: bookTotal(custody.book),
    },
  };
}

async function readKnown(
  tx: Tx,
  account: { organizationId: OrganizationId; accountId: AccountId },
  rows: ReturnType<typeof parseActivity>["rows"],
): Promise<KnownActivity> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return { references: new Map(), transfers: [] };
  const entries = await findKnownEntries(tx, account, {
    references: rows.map(({ reference }) => reference),
    from: Temporal.PlainDate.from(first.day).subtract({ days: CONFIRM_DAYS }).toString(),
    to: Temporal.PlainDate.from(last.day).add({ days: CONFIRM_DAYS }).toString(),
  });
  const references = new Map<string, { readonly type: TreasuryType; readonly amountMinor: bigint }>();
  const transfers: KnownActivity["transfers"][number][] = [];
  for (const { custodian_reference: reference, type, amount_minor: amountMinor, number, day } of entries) {
    if (reference !== null) references.set(reference, { type, amountMinor });
    else if (type === "depositComplete" || type === "withdrawalPosted")
      transfers.push({ number, type, amountMinor, day });
  }
  return { references, transfers };
}

/** An operator's correction of an account's cash, with its reason. */
export interface Amendment {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly actor: Actor;
  /** Such as `12.50` or `-12.50`. */
  readonly amount: string;
  readonly reason: string;
  /** The same reference amends the account once. */
  readonly reference: string;
  readonly day: string;
}

/** Amends an account with the rules of an import of one row. */
export function amendAccount(
  service: Service,
  tx: Tx,
  { amount, reason, reference, day, ...rest }: Amendment,
): Promise<ImportResult> {
  const cells = [reference, day, "manualAmendmentPosted", amount, reason];
  const content = stringify([["Reference", "Date", "Type", "Amount", "Description"], cells]);
  return importActivity(service, tx, { ...rest, fileName: "Manual amendment", content });
}
