import { newYorkDate } from "bursar-banking/calendar/new-york";
import { alertAdministrators } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import {
  countOverdue,
  type OpenSince,
  organizationsToAlert,
  takeOpenMovements,
  takeWaitingReports,
} from "./alerts.queries.ts";

const organizations = eachOrganization("reconciliation-alerts");

/** A movement that is still open then was not booked or matched by anyone who looks at the list every week. */
const OPEN_DAYS = 5;
/** A bank sends all pages of a statement within minutes. */
const PAGES_WITHIN_MS = DAY_MS;

/** What counts as open for too long now. */
export const openForTooLong = (now: Date): OpenSince => ({
  bookedUntil: newYorkDate(now).subtract({ days: OPEN_DAYS }).toString(),
  arrivedUntil: plusMs(now, -PAGES_WITHIN_MS),
});

/**
 * Emails administrators about movements without transactions and statements without all pages, each once. Returns how
 * many accounts and statements it was about.
 */
export async function alertOpenItems(service: Service): Promise<number> {
  const since = openForTooLong(service.clock.now());
  const found = await organizationsToAlert(service.database, since);
  return organizations.run(
    service,
    found.map((row) => row.organization_id),
    (organizationId) =>
      service.database.transaction(async (tx) => {
        const movements = await alertMovements(service, tx, { organizationId, ...since });
        return movements + (await alertPages(service, tx, { organizationId, ...since }));
      }),
  );
}

type Alerting = OpenSince & { readonly organizationId: OrganizationId };

const footer = "You receive this email because you are an administrator.";

async function alertMovements(service: Service, tx: Tx, { organizationId, bookedUntil }: Alerting): Promise<number> {
  const taken = await takeOpenMovements(tx, organizationId, { bookedUntil, now: service.clock.now() });
  if (taken.length === 0) return 0;
  const sum = (of: (row: (typeof taken)[number]) => bigint): bigint =>
    taken.reduce((total, row) => total + of(row), 0n);
  const count = sum(({ movements }) => movements);
  assert(count > 0n, "an alert about movements is about at least one");
  assert(sum(({ creditMinor }) => creditMinor) >= 0n, "credits are positive");
  assert(sum(({ debitMinor }) => debitMinor) >= 0n, "debits are shown as positive amounts");
  await alertAdministrators(service, tx, {
    organizationId,
    subject: { type: "reconciliation" },
    letter: {
      subject: `${count === 1n ? "A movement" : `${count} movements`} of the bank without a transaction`,
      paragraphs: [
        `The bank posted money more than ${OPEN_DAYS} days ago that no transaction explains: fees, debits of others, or credits that were not recorded. Match each movement with transactions, or record it. Ask the bank about a debit that nobody knows.`,
      ],
      facts: [
        ["Credits", `$${formatUsd(sum(({ creditMinor }) => creditMinor))}`],
        ["Debits", `$${formatUsd(sum(({ debitMinor }) => debitMinor))}`],
      ],
      link: { label: "View open movements", url: `${service.config.publicUrl}/dashboard/reconciliation` },
      footer,
    },
  });
  return taken.length;
}

async function alertPages(service: Service, tx: Tx, { organizationId, arrivedUntil }: Alerting): Promise<number> {
  const taken = await takeWaitingReports(tx, organizationId, { arrivedUntil, now: service.clock.now() });
  for (const { reference, pages } of taken) {
    assert(pages.length > 0, "a statement that waits for pages has some");
    await alertAdministrators(service, tx, {
      organizationId,
      subject: { type: "reconciliation" },
      letter: {
        subject: `Pages of the bank statement ${reference} are missing`,
        paragraphs: [
          "The bank sends this statement in several messages, and not all of them have arrived within a day. It is imported when all of them are here. Ask the bank for the missing pages.",
        ],
        facts: [["Pages that have arrived", pages.join(", ")]],
        link: { label: "View reconciliation", url: `${service.config.publicUrl}/dashboard/reconciliation` },
        footer,
      },
    });
  }
  return taken.length;
}

/** Counts what a person should have reconciled by now. */
export function reconciliationMetrics(service: Pick<Service, "database" | "clock">, metrics: Metrics): void {
  const open = metrics.gauge({
    name: "bursar_reconciliation_overdue",
    help: "Movements of banks that no transaction explains after 5 days, and statements whose pages have not all arrived after a day.",
    labelNames: ["problem"],
  });
  metrics.onScrape(() =>
    acrossOrganizations(async () => {
      const { movements, reports } = await countOverdue(service.database, openForTooLong(service.clock.now()));
      open.labels("openMovement").set(Number(movements));
      open.labels("missingPages").set(Number(reports));
    }),
  );
}
