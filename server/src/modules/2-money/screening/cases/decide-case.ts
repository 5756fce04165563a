import { assert, present } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { isUuid, type OrganizationId, type RecipientId, type UserId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import { settleNotifications } from "#records/notifications";
import { findUsersWithPermission } from "#records/people";
import { refuseScreening } from "../screening-refusals.ts";
import { type CaseVerdict, caseStates } from "./case-states.ts";
import { type CaseRow, decideCaseRow, findCase } from "./cases.queries.ts";

/** As stored with the change. */
interface ProposedVerdict {
  readonly verdict: CaseVerdict;
  readonly reason: string;
}

/** Payments to these recipients are looked at again. Payments are above this module. */
export type WakePayments = (
  tx: Tx,
  organizationId: OrganizationId,
  recipientIds: readonly RecipientId[],
) => Promise<void>;

/**
 * Whether a recipient is the one on a list: always two people. Other changes take effect at once where nobody else could
 * confirm them; this one is refused there, because money may leave by it.
 */
export const screeningCaseKind = (service: Service, wake: WakePayments): ChangeKind<ProposedVerdict> => ({
  name: "screeningCase",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageOrganization"),
  baseOf: async (db, { organizationId, subject }) => (await findCase(db, organizationId, subject))?.state ?? "none",
  check: async (tx, { organizationId, proposedBy }) => {
    const able = await findUsersWithPermission(tx, organizationId, "manageOrganization");
    if (!able.some((userId) => userId !== proposedBy)) throw refuseScreening("screeningNeedsTwo");
  },
  apply: async (tx, change, { actor, confirmedBy }) => {
    const { organizationId, proposal, proposedBy } = change;
    const row = present(await findCase(tx, organizationId, change.subject), "a decision is about a case");
    assert(confirmedBy !== undefined, "nobody decides a case alone");
    assert(confirmedBy !== proposedBy, "two different people decide a case");
    const { verdict, reason } = proposal;
    const moved = await decideCaseRow(tx, organizationId, {
      caseId: row.case_id,
      verdict,
      reason,
      proposedBy,
      decidedBy: confirmedBy,
      at: service.clock.now(),
    });
    if (moved === 0) throw refuseScreening("screeningCaseDecided", { details: { state: row.state } });
    assert(moved === 1, "one case is decided at a time");
    await wake(tx, organizationId, [row.recipient_id]);
    const subject = { type: "screening", id: row.case_id } as const;
    await settleNotifications(service, tx, { organizationId, subject, kinds: ["screeningMatch"] });
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [
        {
          action: `screeningCase.${verdict}`,
          resourceType: "screeningCase",
          resourceId: row.case_id,
          before: { state: row.state },
          after: { ...auditedCase(row), reason, proposedBy },
        },
      ],
    });
  },
  describe: async (db, { organizationId, subject, proposal: { verdict, reason } }) => {
    const row = present(await findCase(db, organizationId, subject), "a decision is about a case");
    const { listedName, list } = row.match;
    const name = row.party.names[0] ?? "The recipient";
    return verdict === "clear"
      ? `Clear ${name}: not ${listedName} of ${list} (${reason})`
      : `Block ${name}: this is ${listedName} of ${list} (${reason})`;
  },
});

const auditedCase = ({ recipient_id: recipientId, party, match }: CaseRow) => ({
  recipientId,
  names: party.names,
  list: match.list,
  entryId: match.entryId,
  listedName: match.listedName,
});

export interface VerdictToPropose extends ProposedVerdict {
  readonly organizationId: OrganizationId;
  readonly caseId: string;
  readonly userId: UserId;
  readonly actor: Actor;
}

/** One person proposes; the case is decided when another one confirms it, like every change that takes two. */
export const proposeVerdict = (
  service: Service,
  wake: WakePayments,
  { organizationId, caseId, verdict, reason, userId, actor }: VerdictToPropose,
): Promise<ControlChange> =>
  service.database.transaction(async (tx) => {
    const row = isUuid(caseId) ? await findCase(tx, organizationId, caseId) : undefined;
    if (row === undefined) throw notFound("case");
    if (caseStates.next(row.state, verdict) === undefined)
      throw refuseScreening("screeningCaseDecided", { details: { state: row.state } });
    const { change } = await proposeChange(service, tx, screeningCaseKind(service, wake), {
      organizationId,
      proposer: userId,
      actor,
      subject: row.case_id,
      proposal: { verdict, reason: reason.trim() },
    });
    assert(change.status === "proposed", "a case waits for a second person");
    return change;
  });
