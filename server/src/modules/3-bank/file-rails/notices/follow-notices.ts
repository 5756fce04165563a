import { addBankingDays } from "bursar-banking/calendar/business-day";
import { newYorkDate } from "bursar-banking/calendar/new-york";
import { alertAdministrators } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import { recipientsWithOpenChanges } from "#money/recipients";
import { closeNotices, openProposals, organizationsWithNotices, takeDueNotices } from "./notices.queries.ts";

const organizations = eachOrganization("bank-notices");
const NOTICES_PER_COMMIT = 100;
/** Administrators are reminded this many banking days before the last day. */
const REMIND_BANKING_DAYS = 2;

/**
 * Closes notices whose corrected details were confirmed or declined, and reminds administrators, once, of those that are
 * due soon. Returns the number of notices that changed.
 */
export async function followBankNotices(service: Service): Promise<number> {
  const remindBefore = addBankingDays(newYorkDate(service.clock.now()), REMIND_BANKING_DAYS).toString();
  const found = await organizationsWithNotices(service.database, remindBefore);
  return organizations.run(
    service,
    found.map((row) => row.organization_id),
    (organizationId) =>
      service.database.transaction(async (tx) => {
        const closed = await closeDecided(service, tx, organizationId);
        return closed + (await remind(service, tx, { organizationId, remindBefore }));
      }),
  );
}

async function closeDecided(service: Service, tx: Tx, organizationId: OrganizationId): Promise<number> {
  const open = await openProposals(tx, organizationId, NOTICES_PER_COMMIT);
  if (open.length === 0) return 0;
  const waiting = await recipientsWithOpenChanges(tx, organizationId, [
    ...new Set(open.map((notice) => notice.recipient_id)),
  ]);
  const decided = open.filter((notice) => !waiting.has(notice.recipient_id)).map((notice) => notice.notice_id);
  if (decided.length === 0) return 0;
  assert(open.length <= NOTICES_PER_COMMIT, "a commit closes a bounded number of notices");
  const closed = await closeNotices(tx, organizationId, { noticeIds: decided, at: service.clock.now() });
  assert(closed <= decided.length, "only notices whose change was decided are closed");
  return closed;
}

async function remind(
  service: Service,
  tx: Tx,
  { organizationId, remindBefore }: { readonly organizationId: OrganizationId; readonly remindBefore: string },
): Promise<number> {
  const due = await takeDueNotices(tx, organizationId, {
    remindBefore,
    now: service.clock.now(),
    limit: NOTICES_PER_COMMIT,
  });
  if (due.length === 0) return 0;
  assert(due.length <= NOTICES_PER_COMMIT, "a commit reminds of a bounded number of notices");
  const [count, are] = due.length === 1 ? ["A notice", "is"] : [`${due.length} notices`, "are"];
  await alertAdministrators(service, tx, {
    organizationId,
    subject: { type: "bankNotices" },
    letter: {
      subject: `${count} of the bank ${are} due soon`,
      paragraphs: [
        `${count} of the bank ${are} due within ${REMIND_BANKING_DAYS} banking days: corrected bank details that were not stored yet, or returns that came too late.`,
        "Open the list, do what it says, and mark each one as done. The next payment to a recipient with wrong details may be returned, and the bank may charge for it.",
      ],
      facts: [],
      link: { label: "View notices", url: `${service.config.publicUrl}/dashboard/bank-files/notices` },
      footer: "You receive this email because you are an administrator.",
    },
  });
  return due.length;
}
