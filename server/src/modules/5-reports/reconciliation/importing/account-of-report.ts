import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { findAccountsEnding } from "#money/accounts";
import { type ReportedNumber, unusable } from "../reading/reported-account.ts";

export interface AccountQuestion {
  readonly organizationId: OrganizationId;
  readonly reported: ReportedNumber;
  /** A person says which account it is, for banks that hide part of the number. */
  readonly expected: AccountId | undefined;
  /** The accounts of the connection on which the report came: they decide if a number fits several. */
  readonly served: readonly AccountId[];
}

/**
 * The organization's account that a report is about. Throws UnusableStatement if there is none, or if its number and the
 * bank's routing number fit several, also among those that the connection serves.
 */
export async function accountOfReport(
  service: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, reported, expected, served }: AccountQuestion,
): Promise<AccountId> {
  const number = reported.accountNumber.replaceAll(/[\s-]/g, "");
  const ending = number.slice(-SHOWN_DIGITS);
  const candidates = await findAccountsEnding(service, db, { organizationId, ending });
  const fitting = candidates.filter(
    ({ accountId, routingNumber, accountNumber }) =>
      (reported.routingNumber === undefined || reported.routingNumber === routingNumber) &&
      (sameNumber(number, accountNumber) || (accountId === expected && isHidden(number))),
  );
  const meant = expected === undefined ? fitting : fitting.filter(({ accountId }) => accountId === expected);
  const near = meant.filter(({ accountId }) => served.includes(accountId));
  const [found, another] = near.length > 0 ? near : meant;
  if (found === undefined)
    return unusable(
      expected === undefined
        ? `It is about the account ••••${ending}, which is not an account of this organization.`
        : `It is about the account ••••${ending}, not about the account that was named.`,
    );
  if (another !== undefined)
    return unusable(
      `It is about the account ••••${ending}, and several accounts of this organization have that number.`,
    );
  return found.accountId;
}

const SHOWN_DIGITS = 4;

/** A bank's account as people without the right to open the file may see it. */
export const maskedAccount = (accountNumber: string): string =>
  `••••${accountNumber.replaceAll(/[\s-]/g, "").slice(-SHOWN_DIGITS)}`;

/** Banks pad account numbers with zeros. */
const withoutZeros = (number: string): string => number.replace(/^0+/, "");
const sameNumber = (a: string, b: string): boolean => withoutZeros(a) === withoutZeros(b);

/** The number as it identifies an account, however the bank pads it; undefined if the bank shows only a part of it. */
export function wholeNumber(accountNumber: string): string | undefined {
  const number = withoutZeros(accountNumber.replaceAll(/[\s-]/g, "").toUpperCase());
  return number.length > SHOWN_DIGITS && /^[0-9A-Z]{1,64}$/.test(number) && !number.includes("XX") ? number : undefined;
}

/** `XXXXXX6789`: all but the last digits are hidden. */
const isHidden = (number: string): boolean => /^[Xx*•.]{1,30}[0-9]{4}$/.test(number);
