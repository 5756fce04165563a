import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { lockOrganization } from "#records/identity";
import { type ChangeKind, confirmersOf } from "./change-kind.ts";
import type { ControlChange, ControlChangeId } from "./control-change.ts";
import { refuseControlChange } from "./control-change-refusals.ts";
import { insertControlChange, waitingChanges } from "./control-changes.queries.ts";
import { settle } from "./decide-change.ts";
import { recordControlChange } from "./record-change.ts";

const OWN_OPEN_MAX = 50;

export interface ProposedChange<Proposal> {
  readonly organizationId: OrganizationId;
  readonly proposer: UserId;
  readonly actor: Actor;
  readonly subject: string;
  readonly proposal: Proposal;
}

/** The outcome: `result` is present if the change took effect immediately. */
export interface Proposed<Proposal, Result> {
  readonly change: ControlChange<Proposal>;
  readonly result: Result | undefined;
}

/**
 * Proposes a change that loosens a control: it waits for a second user, or takes effect immediately if nobody else
 * could confirm it (otherwise an organization with one administrator could not be set up). A newer proposal of the same
 * user for the same subject replaces the earlier one. Takes the organization's lock, like every change of rights.
 */
export async function proposeChange<Proposal, Result>(
  service: Service,
  tx: Tx,
  kind: ChangeKind<Proposal, Result>,
  { organizationId, proposer, actor, subject, proposal }: ProposedChange<Proposal>,
): Promise<Proposed<Proposal, Result>> {
  const draft: ControlChange<Proposal> = {
    organizationId,
    changeId: service.newId<ControlChangeId>(),
    kind: kind.name,
    subject,
    proposal,
    base: "",
    status: "proposed",
    proposedBy: proposer,
    proposedAt: service.clock.now(),
    decidedBy: undefined,
    decidedAt: undefined,
  };
  await kind.lockFirst?.(tx, draft);
  await lockOrganization(tx, organizationId);
  await kind.check?.(tx, draft);
  const change = { ...draft, base: await kind.baseOf(tx, draft) };
  const own = await waitingChanges(tx, organizationId, { proposedBy: proposer });
  const replaced = own.filter((change) => change.kind === kind.name && change.subject === subject);
  for (const earlier of replaced)
    await settle(service, tx, { change: earlier, trigger: "withdraw", by: proposer, actor });
  await recordControlChange(service, tx, { change, verb: "propose", actor });
  const { confirmers } = await confirmersOf(tx, kind, change);
  if (confirmers.length > 0) {
    if (own.length - replaced.length >= OWN_OPEN_MAX)
      throw refuseControlChange("tooManyControlChanges", { details: { max: OWN_OPEN_MAX } });
    await insertControlChange(tx, change);
    return { change, result: undefined };
  }
  const applied = { ...change, status: "applied", decidedBy: proposer, decidedAt: change.proposedAt } as const;
  await insertControlChange(tx, applied);
  return { change: applied, result: await kind.apply(tx, change, { actor, confirmedBy: undefined }) };
}
