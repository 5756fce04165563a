import { randomUUID } from "node:crypto";
import type { Database } from "#kernel/sql/database.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import type { PaymentInput } from "#payments/payments/send/payment.ts";
import type { TestOrganization } from "../service/full-app.ts";
import { plainPayment } from "../worlds/pay.ts";
import * as queries from "./payment-faults.queries.ts";

const accountFaults = ["accountNotFound", "accountCannotPay", "ledgerInDoubt"] as const;
const recipientFaults = ["recipientNotFound", "recipientCannotReceive", "bankDetailsCoolingOff"] as const;

/** Everything that can be wrong with a payment at the same time. */
export interface Faults {
  readonly account: (typeof accountFaults)[number] | undefined;
  readonly recipient: (typeof recipientFaults)[number] | undefined;
  readonly duplicatePayment: boolean;
  readonly insufficientFunds: boolean;
  readonly tokenDayLimit: boolean;
}

/** Every combination. */
export const allFaults: readonly Faults[] = [undefined, ...accountFaults].flatMap((account) =>
  [undefined, ...recipientFaults].flatMap((recipient) =>
    [false, true].flatMap((duplicatePayment) =>
      [false, true].flatMap((insufficientFunds) =>
        [false, true].map((tokenDayLimit) => ({
          account,
          recipient,
          duplicatePayment,
          insufficientFunds,
          tokenDayLimit,
        })),
      ),
    ),
  ),
);

/**
 * The reasons in the order of the checks. For an account that does not exist, funds and earlier payments are not
 * checked.
 */
export const reasonsOf = (faults: Faults): readonly string[] => {
  const hasAccount = faults.account !== "accountNotFound";
  return [
    ...(faults.account ? [faults.account] : []),
    ...(faults.recipient ? [faults.recipient] : []),
    ...(faults.duplicatePayment && hasAccount ? ["duplicatePayment"] : []),
    ...(faults.insufficientFunds && hasAccount ? ["insufficientFunds"] : []),
    ...(faults.tokenDayLimit ? ["tokenDayLimit"] : []),
  ];
};

export const FUNDS_MINOR = 1_000_00n;

/**
 * Prepares the database so that the payment has these faults. The account has FUNDS_MINOR, the recipient is new, and
 * `send` makes a payment.
 */
export async function causeFaults(
  owner: Database,
  organization: TestOrganization,
  { faults, send }: { faults: Faults; send: (input: PaymentInput) => Promise<unknown> },
): Promise<PaymentInput> {
  const { organizationId, accountId } = organization;
  const recipientId = await organization.newRecipient("Initech");
  const input: PaymentInput = {
    ...plainPayment(organization),
    recipientId,
    // The account covers this amount once, but not twice.
    amountMinor: faults.insufficientFunds && faults.duplicatePayment ? (FUNDS_MINOR * 3n) / 4n : FUNDS_MINOR / 4n,
    guardHours: 24,
    coolingOffHours: 24,
    tokenId: organization.tokenId,
  };
  if (faults.duplicatePayment) await send(input);
  await breakAccount(owner, organization, faults.account);
  if (faults.recipient === "recipientNotFound") await queries.deleteRecipient(owner, organizationId, recipientId);
  if (faults.recipient === "recipientCannotReceive") await queries.removeAchDetails(owner, organizationId, recipientId);
  if (faults.recipient === "bankDetailsCoolingOff")
    await queries.markAchDetailsChanged(owner, organizationId, recipientId);
  const amountMinor = faults.insufficientFunds && !faults.duplicatePayment ? FUNDS_MINOR + 1n : input.amountMinor;
  return {
    ...input,
    accountId: faults.account === "accountNotFound" ? (randomUUID() as AccountId) : accountId,
    amountMinor,
    limitPerDayMinor: faults.tokenDayLimit ? amountMinor - 1n : null,
  };
}

async function breakAccount(
  owner: Database,
  { organizationId, accountId }: TestOrganization,
  fault: Faults["account"],
): Promise<void> {
  if (fault === "accountCannotPay") await queries.forbidPayments(owner, organizationId, accountId);
  if (fault === "ledgerInDoubt") await queries.stopPayments(owner, organizationId, accountId);
}

/** One line per table: how many rows it has, and a sum over their contents, versions, and row locks. */
export async function stateOfTables(owner: Database): Promise<readonly string[]> {
  // One statement for all, to save time. A table's name cannot be a parameter; these come from the catalog.
  const text = (await queries.tableNames(owner))
    .map(
      ({ name }) =>
        `select '${name} ' || count(*) || ' ' || coalesce(sum(hashtextextended(t.ctid::text || t.xmin || ' ' || t.xmax || t::text, 0)), 0) as state from "${name}" t`,
    )
    .join(" union all ");
  // In any order: PostgreSQL may read the tables in parallel.
  return (await owner.many<{ state: string }>({ text, values: [] })).map(({ state }) => state).sort();
}
