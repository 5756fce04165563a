import { CheckFileError, type ReadCheck, readCheckFile } from "bursar-bank-formats/checks";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { quarantine } from "../../answers/quarantined-file.ts";
import type { CheckConnection } from "../check-connection.ts";

/** More checks than a company has in a month. */
const CHECKS_MAX = 200_000;

export interface ReportedCheck extends Omit<ReadCheck, "accountNumber"> {
  readonly accountId: AccountId;
}

/**
 * Reads a bank's file of paid checks and exceptions. Throws QuarantinedFile if it is not in the layout of the connection, or
 * names an account that the connection does not serve.
 */
export async function readCheckReport(
  db: Queryable,
  content: AsyncIterable<Uint8Array>,
  { settings, accountIds, numbersOf }: CheckConnection,
): Promise<readonly ReportedCheck[]> {
  const accounts = new Map<string, AccountId>();
  for (const accountId of accountIds) {
    const numbers = await numbersOf(db, accountId);
    if (numbers !== undefined) accounts.set(numbers.accountNumber, accountId);
  }
  const reported: ReportedCheck[] = [];
  try {
    for await (const { accountNumber, ...check } of readCheckFile(settings.paidTemplate, content, {
      accounts: [...accounts.keys()],
    })) {
      const accountId = accounts.get(accountNumber ?? "") ?? onlyOf(accountNumber, [...accounts.values()]);
      reported.push({ ...check, accountId });
      if (reported.length > CHECKS_MAX) quarantine(`It has more than ${CHECKS_MAX} checks.`);
    }
  } catch (error) {
    if (error instanceof CheckFileError)
      return quarantine(`It does not have the layout ${settings.paidTemplate.id} of this connection: ${error.message}`);
    throw error;
  }
  return reported;
}

/** Some layouts name no account. */
function onlyOf(accountNumber: string | undefined, accountIds: readonly AccountId[]): AccountId {
  const [only, ...others] = accountIds;
  if (accountNumber === undefined && only !== undefined && others.length === 0) return only;
  return quarantine("It names an account that this connection does not serve, or none.");
}
