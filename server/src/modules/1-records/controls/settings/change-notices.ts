import { DAY_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import type { Job } from "#kernel/work/worker.ts";
import {
  type ChangeKinds,
  type ControlChange,
  organizationsWithWaitingChanges,
  showChange,
  waitingChanges,
} from "#records/controls";
import {
  KEPT_DAYS,
  notify,
  openNotifier,
  settleNotifications,
  settleOtherSubjects,
  withoutNotified,
} from "#records/notifications";

const each = eachOrganization("change-notices");

/**
 * Notifies the users who may confirm a change that waits, once. Changes are proposed below the notifications, so this looks
 * for them: any number of processes may, since a user is notified of a change once. Returns the number of changes.
 */
export async function runChangeNotices(service: Service, kinds: ChangeKinds): Promise<number> {
  return each.run(service, await organizationsWithWaitingChanges(service.database), (organizationId) =>
    service.database.transaction((tx) => notifyConfirmers(service, tx, { organizationId, kinds })),
  );
}

async function notifyConfirmers(
  service: Service,
  tx: Tx,
  { organizationId, kinds }: { readonly organizationId: OrganizationId; readonly kinds: ChangeKinds },
): Promise<number> {
  const waiting = await waitingChanges(tx, organizationId);
  const ids = waiting.map(({ changeId }) => changeId);
  const kind = "changeToConfirm";
  await settleOtherSubjects(service, tx, { organizationId, kind, waiting: ids });
  const unknown = new Set(await withoutNotified(tx, organizationId, { kind, subjectIds: ids }));
  // Notifications of older ones have been deleted.
  const oldest = plusMs(service.clock.now(), -KEPT_DAYS * DAY_MS);
  const news = waiting.filter(({ changeId, proposedAt }) => unknown.has(changeId) && proposedAt > oldest);
  if (news.length === 0) return 0;
  const notifier = await openNotifier(service, tx, organizationId);
  let noticed = 0;
  for (const change of news) {
    const { summary, confirmers } = await showChange(tx, kinds, change);
    const users = await notifier.notify({
      kind,
      subject: { type: "controlChange", id: change.changeId },
      sourceId: change.changeId,
      recipients: confirmers,
      actorId: change.proposedBy,
      facts: { text: summary },
    });
    noticed += users.length > 0 ? 1 : 0;
  }
  return noticed;
}

/** On a timer only: proposals are rare. */
export const changeNoticesJob = (service: Service, kinds: ChangeKinds): Job => ({
  name: "change-notices",
  everyMs: 5 * SECOND_MS,
  byTheClockOnly: true,
  run: () => runChangeNotices(service, kinds),
});

const outcomes: Readonly<Partial<Record<ControlChange["status"], string>>> = {
  applied: "confirmed",
  declined: "declined",
  overtaken: "closed",
};

/** In the transaction of a decision: nobody is asked any more, and the proposer is notified. */
export async function notifyProposer(
  service: Service,
  tx: Tx,
  { change, kinds }: { readonly change: ControlChange; readonly kinds: ChangeKinds },
): Promise<void> {
  const { organizationId, changeId, proposedBy, decidedBy, status } = change;
  const subject = { type: "controlChange", id: changeId } as const;
  await settleNotifications(service, tx, { organizationId, subject, kinds: ["changeToConfirm"] });
  const outcome = outcomes[status];
  if (outcome === undefined) return;
  await notify(service, tx, {
    organizationId,
    kind: "changeDecided",
    subject,
    sourceId: changeId,
    recipients: [proposedBy],
    actorId: decidedBy ?? null,
    facts: { outcome, text: (await showChange(tx, kinds, change)).summary },
  });
}
