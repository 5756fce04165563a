import type { AccountId, OrganizationId, UserId } from "../../kernel/ids.ts";
import { formatUsd } from "../../kernel/money.ts";
import type { Service } from "../../kernel/service.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { findAccounts } from "../accounts/index.ts";
import type { Actor } from "../audit/index.ts";
import { type ChangeKind, type ControlChange, proposeChange } from "../control-changes/index.ts";
import { lockOrganization } from "../identity/index.ts";
import { nameActors, whoHas } from "../people/index.ts";
import { listLimits } from "./approval-rules.queries.ts";
import { type LimitToSet, setApproverLimit } from "./manage-rules.ts";

type Limit = Omit<LimitToSet, "organizationId" | "actor">;

/** As it is stored: JSON has no bigint. */
interface ProposedLimit {
  readonly userId: UserId;
  readonly accountId: AccountId | null;
  readonly limitMinor: string | null;
}

/** Whether a limit lets more through than another; undefined: no limit. */
export const raisesLimit = (before: bigint | undefined, after: bigint | undefined): boolean =>
  before !== undefined && (after === undefined || after > before);

/** What the person may approve now by this row, or where it is absent by the one for all other accounts. */
async function effectiveLimits(
  db: Queryable,
  organizationId: OrganizationId,
  { userId, accountId }: Pick<Limit, "userId" | "accountId">,
): Promise<{ readonly now: bigint | undefined; readonly withoutOwn: bigint | undefined }> {
  const rows = (await listLimits(db, organizationId)).filter((row) => row.user_id === userId);
  const of = (id: AccountId | null) => rows.find((row) => row.account_id === id)?.limit_minor;
  // A limit for the account replaces the general one; without a general one, there is nothing behind it.
  const withoutOwn = accountId === null ? undefined : of(null);
  return { now: of(accountId) ?? withoutOwn, withoutOwn };
}

const limitOf = ({ userId, accountId, limitMinor }: ProposedLimit): Limit => ({
  userId,
  accountId,
  limitMinor: limitMinor === null ? null : BigInt(limitMinor),
});

/** Raising what a person may approve, or taking a limit away. */
export const limitKind = (service: Service): ChangeKind<ProposedLimit, true> => ({
  name: "approverLimit",
  permission: "manageRules",
  whoMay: (db, { organizationId }) => whoHas(db, organizationId, "manageRules"),
  baseOf: async (db, { organizationId, proposal }) => {
    const { now, withoutOwn } = await effectiveLimits(db, organizationId, proposal);
    return JSON.stringify([String(now), String(withoutOwn)]);
  },
  apply: async (tx, { organizationId, proposal }, { actor }) => {
    await setApproverLimit(service, tx, { organizationId, actor, ...limitOf(proposal) });
    return true;
  },
  describe: async (db, { organizationId, proposal: { userId, accountId, limitMinor } }) => {
    const nameOf = await nameActors(db, organizationId, [{ type: "user", id: userId }]);
    const [account] = accountId === null ? [] : await findAccounts(db, organizationId, [accountId]);
    const who = `${nameOf({ type: "user", id: userId }) ?? "an unknown user"}${account ? ` on ${account.nickname ?? account.name}` : ""}`;
    return limitMinor === null
      ? `Remove the approval limit of ${who}`
      : `Set the approval limit of ${who} to $${formatUsd(BigInt(limitMinor))}`;
  },
});

/** setApproverLimit by a person: waits for a second one where it lets the approver approve more. */
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
  await lockOrganization(tx, organizationId);
  const { now, withoutOwn } = await effectiveLimits(tx, organizationId, limit);
  if (!raisesLimit(now, limitMinor ?? withoutOwn)) {
    await setApproverLimit(service, tx, { organizationId, actor, ...limit });
    return { waiting: undefined };
  }
  const { change, result } = await proposeChange(service, tx, limitKind(service), {
    organizationId,
    proposer,
    actor,
    subject: accountId === null ? userId : `${userId}/${accountId}`,
    proposal: { userId, accountId, limitMinor: limitMinor === null ? null : limitMinor.toString() },
  });
  return { waiting: result === undefined ? change : undefined };
}
