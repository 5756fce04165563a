import { newYorkDay, newYorkTimeText } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import type { Actor } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import { lockOrganization } from "#records/identity";
import { findUsersWithPermission } from "#records/people";
import { refuseCheck } from "../check-refusals.ts";
import { type CheckRow, lockChecks } from "../checks.queries.ts";
import { settlePaid } from "../stops/settle-paid.ts";
import { type CheckVoidId, insertVoids } from "../stops/voids.queries.ts";
import {
  type CheckExceptionRow,
  decideExceptionRow,
  type ExceptionDecision,
  type FoundExceptionRow,
  findException,
} from "./exceptions.queries.ts";

/** As stored with the change. */
interface ProposedDecision {
  readonly decision: ExceptionDecision;
}

type DecisionChange = ControlChange<ProposedDecision>;

/** Whether the bank pays or returns a check that is not what was issued: money leaves, so two people decide. */
export const checkExceptionKind = (service: Service): ChangeKind<ProposedDecision> => ({
  name: "checkException",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageOrganization"),
  baseOf: async (db, { organizationId, subject }) =>
    (await findException(db, organizationId, subject))?.decision ?? "open",
  apply: (tx, change) => applyDecision(service, tx, change),
  describe: async (db, { organizationId, subject, proposal }) => {
    const row = await findException(db, organizationId, subject);
    assert(row !== undefined, "a decision is about an exception");
    const { check_number: number, amount_minor: amountMinor, decide_by: decideBy } = row;
    const act = proposal.decision === "pay" ? "Pay" : "Return";
    return `${act} check ${number} of $${formatUsd(amountMinor)}, ${differenceOf(row)} (bank's deadline: ${newYorkTimeText(decideBy)} Eastern Time)`;
  },
});

/** How the check differs from what was issued, as part of a sentence. */
function differenceOf({ kind, issued_minor: issuedMinor, payee }: FoundExceptionRow): string {
  if (kind === "amountMismatch" && issuedMinor !== null) return `which was issued for $${formatUsd(issuedMinor)}`;
  if (kind === "payeeMismatch" && payee !== null) return `which was issued to ${payee}, not to the payee on it`;
  return differences[kind];
}

const differences: Readonly<Record<CheckExceptionRow["kind"], string>> = {
  paidWithoutIssue: "which was not issued",
  amountMismatch: "which was issued with another amount",
  payeeMismatch: "which was issued to another payee",
  paidTwice: "which was paid before",
  paidAfterStop: "which was stopped or returned before",
  paidAfterVoid: "which was voided",
};

export interface DecisionToPropose {
  readonly organizationId: OrganizationId;
  readonly exceptionId: string;
  readonly decision: ExceptionDecision;
  readonly userId: UserId;
  readonly actor: Actor;
}

/** One person proposes; another confirms it like every change that needs two. Undefined if nobody else could. */
export const proposeDecision = (
  service: Service,
  { organizationId, exceptionId, decision, userId, actor }: DecisionToPropose,
): Promise<ControlChange | undefined> =>
  service.database.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const row = await findException(tx, organizationId, exceptionId);
    if (row === undefined) throw notFound("check exception");
    if (row.state !== "open") throw refuseCheck("checkExceptionDecided");
    const kind = checkExceptionKind(service);
    const proposal = { decision };
    const { change } = await proposeChange(service, tx, kind, {
      organizationId,
      proposer: userId,
      actor,
      subject: row.exception_id,
      proposal,
    });
    return change.status === "proposed" ? change : undefined;
  });

async function applyDecision(
  service: Service,
  tx: Tx,
  { organizationId, subject, proposal: { decision } }: DecisionChange,
): Promise<void> {
  const row = await findException(tx, organizationId, subject);
  assert(row !== undefined, "a decision is about an exception");
  const at = service.clock.now();
  const decided = await decideExceptionRow(tx, organizationId, { exceptionId: row.exception_id, decision, at });
  if (decided === 0) throw refuseCheck("checkExceptionDecided");
  assert(decided === 1, "one exception is decided at a time");
  const { account_id: accountId, check_number: checkNumber } = row;
  const [check] = await lockChecks(tx, organizationId, { accountId, numbers: [checkNumber] });
  // Of a number that was not issued, or that has ended, the books have nothing to change.
  if (check === undefined || (check.state !== "numbered" && check.state !== "mailed")) return;
  if (decision === "pay") await payPresented(service, tx, { organizationId, row, check });
  else await stopPresented(service, tx, { organizationId, row, check });
}

interface DecidedCheck {
  readonly organizationId: OrganizationId;
  readonly row: CheckExceptionRow;
  readonly check: CheckRow;
}

/** The bank pays what was presented, which the reconciliation shows if it is another amount. */
async function payPresented(service: Service, tx: Tx, { organizationId, row, check }: DecidedCheck): Promise<void> {
  assert(check.check_number === row.check_number, "the check that is paid is the one that was presented");
  const paidOn = row.presented_on ?? newYorkDay(service.clock.now());
  const paid = [{ ...check, paidOn, paidMinor: row.amount_minor }];
  await settlePaid(service, tx, {
    organizationId,
    accountId: row.account_id,
    paid,
    sourceFileId: row.source_file_id,
  });
}

/**
 * The paper goes back to the bank that presented it, which may present it again: so the number is stopped, and its money is
 * back once the bank accepts the stop.
 */
const stopPresented = (service: Service, tx: Tx, { organizationId, row, check }: DecidedCheck): Promise<number> =>
  insertVoids(tx, organizationId, {
    voids: [{ ...check, void_id: service.newId<CheckVoidId>() }],
    accountId: row.account_id,
    connectionId: check.connection_id,
    kind: "stop",
    code: "CK-N",
    at: service.clock.now(),
  });
