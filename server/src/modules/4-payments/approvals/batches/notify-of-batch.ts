import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import type { Letter } from "#records/mail";
import { notify, settleNotifications } from "#records/notifications";
import type { Person } from "#records/people";
import { approverOf, countedApprovers } from "../approvers/approvals-so-far.ts";
import { type Case, refusalOnTerms } from "../decisions/may-decide.ts";
import type { BatchId, RequestRow } from "../requests/approval-request.ts";
import { mayApproveStep, progressOf } from "../rules/approval-rule.ts";
import type { BatchDecisionRow, BatchRow } from "./batch.ts";
import { waitingContentOf } from "./batch-content.ts";
import { totalOfCases } from "./batch-money.ts";

interface BatchNotice {
  readonly organizationId: OrganizationId;
  readonly batch: BatchRow;
  /** Who submitted, ungrouped, or approved it. */
  readonly actorId: UserId;
  /** The decision with whose approvals the turn of others has come; absent: all who may approve are notified. */
  readonly after?: { readonly decisionId: string; readonly requestIds: ReadonlySet<string> };
}

/** Notifies the users who may approve requests of a batch now, once for all of them. Contains no bank details. */
export async function notifyOfBatch(
  service: Service,
  tx: Tx,
  { organizationId, batch, actorId, after }: BatchNotice,
): Promise<void> {
  const content = await waitingContentOf(tx, organizationId, { batchId: batch.batch_id, now: service.clock.now() });
  const cases =
    after === undefined ? content : content.filter(({ request }) => after.requestIds.has(request.request_id));
  const recipients = readersOf(cases, after !== undefined).map((person) => person.user_id);
  if (recipients.length === 0) return;
  await notify(service, tx, {
    organizationId,
    kind: "batchRequested",
    subject: { type: "paymentBatch", id: batch.batch_id },
    sourceId: after?.decisionId ?? batch.batch_id,
    recipients,
    actorId,
    facts: { name: batch.name, count: content.length, amountMinor: totalOfCases(content) },
    letter: letterOf(service, { batch, content }),
  });
}

/** A batch waits for nobody any more, or no longer for this user. */
export const settleBatch = (
  service: Pick<Service, "clock">,
  tx: Tx,
  { organizationId, batchId, users }: { organizationId: OrganizationId; batchId: BatchId; users?: readonly UserId[] },
): Promise<void> =>
  settleNotifications(service, tx, {
    organizationId,
    subject: { type: "paymentBatch", id: batchId },
    kinds: ["batchRequested"],
    ...(users && { users }),
  });

const outcomes = { approve: "approved", reject: "rejected", withdraw: "withdrew" } as const;

/** Notifies the requesters of what was decided, once for all of it. */
export async function notifyOfBatchDecision(
  service: Service,
  tx: Tx,
  {
    organizationId,
    batch,
    decision,
    decided,
  }: {
    organizationId: OrganizationId;
    batch: BatchRow;
    decision: BatchDecisionRow;
    decided: readonly Pick<RequestRow, "requester_user_id" | "amount_minor">[];
  },
): Promise<void> {
  const requesters = decided.flatMap((request) => request.requester_user_id ?? []);
  await notify(service, tx, {
    organizationId,
    kind: "batchDecided",
    subject: { type: "paymentBatch", id: batch.batch_id },
    sourceId: decision.decision_id,
    recipients: [...new Set([batch.created_by, ...requesters])],
    actorId: decision.user_id,
    facts: {
      name: batch.name,
      count: decided.length,
      amountMinor: decided.reduce((sum, request) => sum + request.amount_minor, 0n),
      outcome: outcomes[decision.verb],
      ...(decision.reason === null ? {} : { text: decision.reason }),
    },
  });
}

/** Approvers of at least one of the requests, except their requesters. */
function readersOf(cases: readonly Case[], onlyNextStep: boolean): readonly Person[] {
  const [first] = cases;
  if (first === undefined) return [];
  return [...first.approvals.people.values()].filter(
    (person) =>
      first.approvals.approvers.has(person.user_id) &&
      cases.some(
        (found) =>
          found.request.requester_user_id !== person.user_id &&
          refusalOnTerms(found, person.user_id, "approve") === undefined &&
          !(onlyNextStep && wasToldBefore(found, person)),
      ),
  );
}

/** Whether the last approval left the step open that this user could approve before. */
function wasToldBefore({ request, terms, approvals }: Case, person: Person): boolean {
  const counted = countedApprovers(approvals, { request, terms });
  const before = progressOf(terms.rule.steps, counted.slice(0, -1)).open;
  return before !== undefined && mayApproveStep(before, approverOf(person));
}

function letterOf(service: Service, { batch, content }: { batch: BatchRow; content: readonly Case[] }): Letter {
  const count = content.length === 1 ? "1 payment" : `${content.length} payments`;
  const total = `$${formatUsd(totalOfCases(content))}`;
  const creator = content[0]?.approvals.people.get(batch.created_by);
  const who = creator === undefined ? "A user" : `${creator.first_name} ${creator.last_name}`;
  return {
    subject: `${batch.name} (${count}, ${total}) is waiting for approval`,
    paragraphs: [`${who} requested ${count} as one batch. No money moves until they are approved.`],
    facts: [
      ["Batch", batch.name],
      ["Payments", String(content.length)],
      ["Total", total],
    ],
    link: {
      label: "Review batch",
      url: `${service.config.publicUrl}/dashboard/approvals/batches/${batch.batch_id}`,
    },
    footer: "You receive this email because you may approve requests of this batch.",
  };
}
