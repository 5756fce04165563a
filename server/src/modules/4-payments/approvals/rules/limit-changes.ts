import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import type { Actor } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import { lockOrganization } from "#records/identity";
import { findUsersWithPermission, nameActors } from "#records/people";
import { limitsOf } from "./approval-rules.queries.ts";
import { type LimitToSet, setApproverLimit } from "./manage-rules.ts";

/**
 * Changes of approval limits. Lowering one takes effect at once; raising or removing one waits for a second person,
 * because it loosens a control (ADR 0023).
 */

type Limit = Omit<LimitToSet, "organizationId" | "actor">;

/** As stored: JSON has no bigint. */
interface ProposedLimit {
  readonly userId: UserId;
  readonly accountId: AccountId | null;
  readonly limitMinor: string | null;
  readonly limitPerDayMinor: string | null;
}

/** Whether a limit allows more than another; undefined: no limit. */
export const raisesLimit = (before: bigint | undefined, after: bigint | undefined): boolean =>
  before !== undefined && (after === undefined || after > before);

/** The limits that apply now, in cents; undefined: none. */
interface PresentLimits {
  /** For one recipient and day: the account's own limit or, without one, the limit for all accounts. */
  readonly now: bigint | undefined;
  /** The same if the account's own limit were removed. */
  readonly withoutOwn: bigint | undefined;
  /** The total per day. Limits of an account and of all accounts both apply, so neither replaces the other. */
  readonly perDay: bigint | undefined;
}

async function presentLimits(
  db: Queryable,
  organizationId: OrganizationId,
  { userId, accountId }: Pick<Limit, "userId" | "accountId">,
): Promise<PresentLimits> {
  const rows = await limitsOf(db, organizationId, [userId]);
  const rowOf = (id: AccountId | null) => rows.find((row) => row.account_id === id);
  const withoutOwn = accountId === null ? undefined : (rowOf(null)?.limit_minor ?? undefined);
  return {
    now: rowOf(accountId)?.limit_minor ?? withoutOwn,
    withoutOwn,
    perDay: rowOf(accountId)?.limit_per_day_minor ?? undefined,
  };
}

/** The proposal as setApproverLimit takes it. */
const limitOf = ({ userId, accountId, limitMinor, limitPerDayMinor }: ProposedLimit): Limit => ({
  userId,
  accountId,
  limitMinor: limitMinor === null ? null : BigInt(limitMinor),
  limitPerDayMinor: limitPerDayMinor === null ? null : BigInt(limitPerDayMinor),
});

/** Raising or removing an approval limit. */
export const limitKind = (service: Service): ChangeKind<ProposedLimit, true> => ({
  name: "approverLimit",
  permission: "manageRules",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageRules"),
  // The limits it was proposed against, as text. If they differ when it is confirmed, the change is overtaken.
  baseOf: async (db, { organizationId, proposal }) => {
    const { now, withoutOwn, perDay } = await presentLimits(db, organizationId, proposal);
    return JSON.stringify([now, withoutOwn, perDay].map(String));
  },
  apply: async (tx, { organizationId, proposal }, { actor }) => {
    await setApproverLimit(service, tx, { organizationId, actor, ...limitOf(proposal) });
    return true;
  },
  describe: async (db, { organizationId, proposal }) => {
    const { userId, accountId, limitMinor, limitPerDayMinor } = proposal;
    const nameOf = await nameActors(db, organizationId, [{ type: "user", id: userId }]);
    const [account] = accountId === null ? [] : await findAccounts(db, organizationId, [accountId]);
    const who = `${nameOf({ type: "user", id: userId }) ?? "an unknown user"}${account ? ` on ${account.nickname ?? account.name}` : ""}`;
    const limits = [
      ...(limitMinor === null ? [] : [`$${formatUsd(BigInt(limitMinor))} to one recipient in a day`]),
      ...(limitPerDayMinor === null ? [] : [`$${formatUsd(BigInt(limitPerDayMinor))} in a day`]),
    ];
    return limits.length === 0
      ? `Remove the approval limit of ${who}`
      : `Set the approval limit of ${who} to ${limits.join(" and ")}`;
  },
});

/** setApproverLimit by a user: waits for a second user if it raises the limit. */
export async function setLimitByPerson(
  service: Service,
  tx: Tx,
  {
    by: { organizationId, userId: proposer, actor },
    limit,
  }: {
    readonly by: { readonly organizationId: OrganizationId; readonly userId: UserId; readonly actor: Actor };
    readonly limit: Limit;
  },
): Promise<{ readonly waiting: ControlChange | undefined }> {
  const { userId, accountId, limitMinor } = limit;
  // Before the limits are read, so that the second of two concurrent changes is compared with the result of the first.
  await lockOrganization(tx, organizationId);
  const { now, withoutOwn, perDay } = await presentLimits(tx, organizationId, limit);
  // An absent daily limit stays as it is, so it does not count as raised.
  const { limitPerDayMinor = perDay ?? null } = limit;
  if (!raisesLimit(now, limitMinor ?? withoutOwn) && !raisesLimit(perDay, limitPerDayMinor ?? undefined)) {
    await setApproverLimit(service, tx, { organizationId, actor, ...limit });
    return { waiting: undefined };
  }
  const { change, result } = await proposeChange(service, tx, limitKind(service), {
    organizationId,
    proposer,
    actor,
    // One subject per user and account: changes of different limits wait independently.
    subject: accountId === null ? userId : `${userId}/${accountId}`,
    proposal: {
      userId,
      accountId,
      limitMinor: limitMinor?.toString() ?? null,
      limitPerDayMinor: limitPerDayMinor?.toString() ?? null,
    },
  });
  return { waiting: result === undefined ? change : undefined };
}
