import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { bankFileNameOf } from "../../orders/file-name.ts";
import { lockSequence, setSequence } from "../../orders/sequences.queries.ts";
import type { CheckConnection } from "../check-connection.ts";
import { insertCheckRun, lockCheckSequence, numberOrders, setCheckSequence } from "./check-runs.queries.ts";

/** Both files of a run are built in memory, one check after the other. */
const CHECKS_MAX = 1_000;

export interface RunToNumber {
  readonly organizationId: OrganizationId;
  readonly connection: CheckConnection;
  readonly accountId: AccountId;
  readonly windowAt: Date;
  readonly now: Date;
}

/**
 * Puts the open payments of an account and window into a run and assigns all numbers, in the caller's transaction: check
 * numbers, which follow the account's last one without gaps, date, and file names. From then on, building its files always
 * gives the same bytes. Returns the number of checks; what a run has no room for goes into the next one.
 */
export async function numberRun(
  service: Pick<Service, "newId">,
  tx: Tx,
  { organizationId, connection, accountId, windowAt, now }: RunToNumber,
): Promise<number> {
  const { connectionId, settings, mode } = connection;
  const files = await lockSequence(tx, organizationId, connectionId);
  const numbers = await lockCheckSequence(tx, organizationId, { accountId, first: settings.firstCheckNumber });
  const issueName = bankFileNameOf(settings.fileName, { at: now, number: files.next_file });
  const printName = bankFileNameOf(settings.fileName, { at: now, number: files.next_file + 1 });
  const run = {
    run_id: service.newId<BankFileId>(),
    connection_id: connectionId,
    account_id: accountId,
    window_at: windowAt,
    printed_by: settings.printedBy,
    is_rehearsal: mode === "rehearsal",
    first_number: numbers.next_number,
    issued_on: newYorkDay(now),
    issue_name: issueName,
    print_file_id: service.newId<BankFileId>(),
    print_name: pdfNameOf(printName),
    numbered_at: now,
  };
  const { checks } = await numberOrders(tx, organizationId, { ...run, limit: CHECKS_MAX });
  if (checks === 0) return 0;
  assert(checks <= CHECKS_MAX, "a run has room for its checks");
  assert(run.first_number > 0n, "check numbers are positive");
  assert(run.issue_name !== run.print_name, "the two files of a run have two names");
  const inserted = await insertCheckRun(tx, organizationId, { ...run, checks });
  assert(inserted === 1, "a run is numbered once");
  if (!run.is_rehearsal) {
    const counted = await setCheckSequence(tx, organizationId, accountId, numbers.next_number + BigInt(checks));
    assert(counted === 1, "check numbers that were given out are given out once");
  }
  await setSequence(tx, organizationId, connectionId, { ...files, next_file: files.next_file + 2 });
  return checks;
}

/** The PDF has its own number in the name, so the ending alone need not tell it from the positive-pay file. */
export const pdfNameOf = (name: string): string => `${name.replace(/\.[A-Za-z0-9]{1,5}$/, "")}.pdf`;
