import { CheckFileError, type ReadCheck, readCheckFile } from "bursar-bank-formats/checks";
import type { FileItem } from "#bank/exchange";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { quarantine } from "../../answers/quarantined-file.ts";
import type { CheckConnection } from "../check-connection.ts";

/** More checks than a company has in a month. */
const CHECKS_MAX = 200_000;

export interface ReportedCheck extends Omit<ReadCheck, "accountNumber"> {
  readonly accountId: AccountId;
}

export interface CheckReport {
  readonly checks: readonly ReportedCheck[];
  /** Lines about accounts that the connection does not serve. */
  readonly items: readonly FileItem[];
}

/**
 * Reads a bank's file of paid checks and exceptions. Throws QuarantinedFile if it is not in the layout of the connection.
 */
export async function readCheckReport(
  db: Queryable,
  content: AsyncIterable<Uint8Array>,
  { settings, accountIds, numbersOf }: CheckConnection,
): Promise<CheckReport> {
  const accounts = new Map<string, AccountId>();
  for (const accountId of accountIds) {
    const numbers = await numbersOf(db, accountId);
    if (numbers !== undefined) accounts.set(numbers.accountNumber, accountId);
  }
  const checks: ReportedCheck[] = [];
  const items: FileItem[] = [];
  try {
    for await (const { accountNumber, ...check } of readCheckFile(settings.paidTemplate, content, {
      accounts: [...accounts.keys()],
    })) {
      const accountId = accounts.get(accountNumber ?? "") ?? onlyOf(accountNumber, [...accounts.values()]);
      if (accountId === undefined) items.push(itemOfLine(check, "otherAccount", OTHER_ACCOUNT, accountNumber));
      else checks.push({ ...check, accountId });
      if (checks.length + items.length > CHECKS_MAX) quarantine(`It has more than ${CHECKS_MAX} checks.`);
    }
  } catch (error) {
    if (error instanceof CheckFileError)
      return quarantine(`It does not have the layout ${settings.paidTemplate.id} of this connection: ${error.message}`);
    throw error;
  }
  return { checks, items };
}

const OTHER_ACCOUNT = "It names an account that this connection does not serve, or none.";

/** What is kept of a line that is not applied. */
export const itemOfLine = (
  { line, checkNumber, status, amountMinor }: Pick<ReadCheck, "line" | "checkNumber" | "status" | "amountMinor">,
  kind: FileItem["kind"],
  reason: string,
  accountNumber?: string,
): FileItem => {
  const account = accountNumber === undefined ? undefined : `••••${accountNumber.slice(-SHOWN_DIGITS)}`;
  return {
    kind,
    place: `Line ${line}`,
    position: line,
    reason,
    identity: [account ?? "", String(checkNumber), status, String(amountMinor)],
    code: status,
    reference: String(checkNumber),
    amountMinor,
    currency: "USD",
    subject: kind === "otherAccount" ? account : undefined,
    unmasked: kind === "otherAccount" ? accountNumber : undefined,
  };
};

const SHOWN_DIGITS = 4;

/** Some layouts name no account. */
function onlyOf(accountNumber: string | undefined, accountIds: readonly AccountId[]): AccountId | undefined {
  const [only, ...others] = accountIds;
  return accountNumber === undefined && others.length === 0 ? only : undefined;
}
