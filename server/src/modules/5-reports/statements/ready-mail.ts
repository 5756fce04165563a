import { DAY_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { getOrganization } from "#records/identity";
import type { Letter } from "#records/mail";
import { openNotifier } from "#records/notifications";
import { endOf, type Period, periodText, type Statement } from "./statement.ts";
import { accountsWithout } from "./statement-accounts.queries.ts";
import { statementsOfMonth } from "./statements.queries.ts";

/** Statements of earlier months, made for an account with a history, are no news. */
const NEWS_MS = 10 * DAY_MS;

/**
 * One notification per user and month, in the transaction that stores the last statement of the month. The caller holds the
 * organization's lock, so that exactly one statement is the last.
 */
export async function tellWhenReady(
  service: Service,
  tx: Tx,
  { organizationId, month }: { organizationId: OrganizationId; month: Period },
): Promise<void> {
  const end = endOf(month);
  if (service.clock.now().getTime() - end.getTime() > NEWS_MS) return;
  if ((await accountsWithout(tx, organizationId, month, end)).length > 0) return;
  const { legalBusinessName } = await getOrganization(tx, organizationId);
  const letter = readyLetter(await statementsOfMonth(tx, organizationId, month), {
    month,
    organization: legalBusinessName,
    url: `${service.config.publicUrl}/dashboard/statements`,
  });
  // The statements of a month have no id of their own.
  const id = derivedId(organizationId, "statements", month.startsOn);
  const notifier = await openNotifier(service, tx, organizationId);
  await notifier.notify({
    kind: "statementsReady",
    subject: { type: "statement", id },
    sourceId: id,
    recipients: notifier.users.map(({ userId }) => userId),
    actorId: null,
    facts: { name: periodText(month) },
    letter,
  });
}

const ACCOUNTS_MAX = 20;

function readyLetter(
  statements: readonly Statement[],
  { month, organization, url }: { month: Period; organization: string; url: string },
): Letter {
  const count = statements.length;
  return {
    subject: `Statements for ${periodText(month)} are ready`,
    paragraphs: [
      `${organization} has ${count === 1 ? "a new statement" : `${count} new statements`} for ${periodText(month)}. You can download ${count === 1 ? "it" : "them"} as PDF, CSV, QBO, OFX, or camt.053.`,
    ],
    facts: statements
      .slice(0, ACCOUNTS_MAX)
      .map(({ accountName, accountNumberLast4, closingMinor }) => [
        `${accountName} ••••${accountNumberLast4}`,
        `$${formatUsd(closingMinor)}`,
      ]),
    link: { label: "View statements", url },
    footer: "You receive this email because you can view statements.",
  };
}
