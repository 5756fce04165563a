import type { DebitRail } from "#bank/rails";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { Job } from "#kernel/work/worker.ts";
import { nextReminderAt } from "./letters/reminders.queries.ts";
import { runInvoiceReminders } from "./letters/reminders.ts";
import { runInvoiceLetters } from "./letters/send-letters.ts";
import { runIncomingPayments } from "./matching/match-incoming.ts";
import { runInvoiceDebits } from "./pay-page/collect-debits.ts";
import { dueDebits } from "./pay-page/debits.queries.ts";

/** In this order, so that what one pass causes is done in the same one: a paid invoice gets its receipt. */
export const invoicingJobs = (service: Service, rail: DebitRail | undefined): readonly Job[] => [
  ...(rail === undefined
    ? []
    : [
        {
          name: "invoice-debits",
          everyMs: 2 * SECOND_MS,
          byTheClockOnly: true,
          run: () => runInvoiceDebits(service, rail),
        } as const,
      ]),
  { name: "incoming-payments", everyMs: SECOND_MS, run: () => runIncomingPayments(service) },
  {
    name: "invoice-reminders",
    everyMs: 30 * SECOND_MS,
    byTheClockOnly: true,
    run: () => runInvoiceReminders(service),
  },
  { name: "invoice-letters", everyMs: 2 * SECOND_MS, byTheClockOnly: true, run: () => runInvoiceLetters(service) },
];

/** When the next debit or reminder is due on the service's clock. */
export async function nextInvoicingAt(db: Queryable): Promise<Date | undefined> {
  const times = [await dueDebits.nextAt(db), await nextReminderAt(db)].flatMap((at) =>
    at === undefined ? [] : [at.getTime()],
  );
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}
