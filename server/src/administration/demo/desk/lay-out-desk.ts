import { addBankingDays, bankingDayOnOrBefore } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { askQuestion, postComment } from "#desk/comments";
import { createView } from "#desk/saved-views";
import { present } from "#kernel/assert.ts";
import { DAY_MS, MINUTE_MS, manualClock } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { createIdSource, type OrganizationId, type RequestId, type SessionId } from "#kernel/values/ids.ts";
import { dollarsFromMinor, minorFromDollars } from "#kernel/values/money.ts";
import { updateRecipient } from "#money/recipients";
import { decideRequest, openBatch, requestPaymentWithin, submitBatch } from "#payments/approvals";
import { createRecurringPayment } from "#payments/recurring-payments";
import { type Caller, callerForUser } from "#records/identity";
import { listNotifiableUsers, type NotifiableUser } from "#records/people";
import { attachDemoFile } from "../demo-attachments.ts";
import { demoAccounts, demoInternationalRecipient, demoRecipients, type demoUsers } from "../demo-company.ts";
import type { DemoFile } from "../demo-file.ts";
import { recipientInput } from "../demo-recipient-input.ts";
import * as plan from "./desk-plan.ts";

type Role = (typeof demoUsers)[number]["role"];

interface Desk {
  readonly service: Service;
  readonly organizationId: OrganizationId;
  readonly userOf: (role: Role) => NotifiableUser;
  /** As signed in: with the rights of the role. */
  readonly callerOf: (role: Role) => Caller;
  readonly accountId: (key: string) => string;
  readonly recipientId: (key: string) => string;
}

/**
 * What waits for the demo's users on the first day: requests, most of them flagged, a batch, a question, comments, a
 * payment that repeats, and saved views. Made with the commands of the service, as of the last banking days; no money
 * moves. A process that dies meanwhile leaves a desk with less on it.
 */
export function layOutDesk(before: Service, demo: DemoFile): Promise<void> {
  // The file names the service's own ids.
  const organizationId = demo.organizationId as OrganizationId;
  return withinOrganization(organizationId, async () => {
    const yesterday = bankingDayOnOrBefore(newYorkDate(before.clock.now()).subtract({ days: 1 }));
    const instant = (day: Temporal.PlainDate, time: string) => newYorkInstant(day, Temporal.PlainTime.from(time));
    const clock = manualClock(instant(addBankingDays(yesterday, -3), "10:12"));
    const desk = await openDesk({ ...before, clock, newId: createIdSource(clock.now) }, organizationId, demo);
    const at = (time: string) => clock.set(instant(yesterday, time));

    await requestPayment(desk, { ...plan.overduePayment, sendOn: yesterday.toString() });
    at("10:20");
    const container = await requestPayment(desk, plan.containerPayment);
    await attachInvoice(desk, container);
    at("10:52");
    await requestPayment(desk, plan.firstPayment);
    at("11:15");
    const questioned = await requestPayment(desk, plan.questionedPayment);
    for (const time of ["11:30", "14:02"]) {
      at(time);
      await requestPayment(desk, plan.doubledPayment);
    }
    at("14:10");
    await requestPayment(desk, plan.plainPayment);
    at("14:18");
    const rejected = await requestPayment(desk, plan.rejectedPayment);
    at("14:40");
    await requestSupplierRun(desk, yesterday);
    at("15:02");
    await ask(desk, questioned);
    at("15:05");
    await reject(desk, rejected);
    at("15:20");
    await discuss(desk, container);
    for (const { by, ...view } of plan.desksViews)
      await createView(desk.service, { caller: desk.callerOf(by), body: view, key: undefined });
    // A change deserves a review for three days, and the banking day before may be longer ago.
    const changedAt = Math.max(instant(yesterday, "15:25").getTime(), before.clock.now().getTime() - 2 * DAY_MS);
    clock.set(new Date(changedAt));
    await changeAccount(desk, plan.redirectedPayment.to, plan.redirectedAccountNumber);
    clock.set(new Date(changedAt + 6 * MINUTE_MS));
    await requestPayment(desk, plan.redirectedPayment);
    clock.set(before.clock.now());
    await repeatMonthly(desk);
  });
}

async function openDesk(service: Service, organizationId: OrganizationId, demo: DemoFile): Promise<Desk> {
  const users = await listNotifiableUsers(service.database, organizationId);
  const userOf = (role: Role) =>
    present(
      users.find((user) => user.role === role),
      "the demo has a user of each role",
    );
  const recipients = [...demoRecipients, demoInternationalRecipient];
  return {
    service,
    organizationId,
    userOf,
    callerOf: (role) => {
      const { userId, rights } = userOf(role);
      const person = { sessionId: service.newId<SessionId>(), permissions: rights.permissions, steppedUp: false };
      return { ...callerForUser(organizationId, userId), scopes: rights.scopes, person };
    },
    // The file lists accounts and recipients in the order of the demo's keys.
    accountId: (name) =>
      present(demo.accounts[demoAccounts.findIndex(({ key }) => key === name)], "the demo has the account").id,
    recipientId: (name) =>
      present(demo.recipients[recipients.findIndex(({ key }) => key === name)], "the demo has the recipient").id,
  };
}

/** Requested by the bookkeeper. */
async function requestPayment(
  desk: Desk,
  {
    to,
    from = "operating",
    method,
    amount,
    memo,
    purpose,
    note,
    ...more
  }: plan.DeskPayment & { readonly sendOn?: string; readonly batchId?: string },
): Promise<RequestId> {
  const { service, callerOf, accountId, recipientId } = desk;
  const row = await service.database.transaction((tx) =>
    requestPaymentWithin(service, tx, {
      caller: callerOf("bookkeeper"),
      accountId: accountId(from),
      body: {
        recipientId: recipientId(to),
        amount,
        paymentMethod: method,
        externalMemo: memo,
        ...(purpose === undefined ? {} : { purpose: { simple: { category: "vendor", additionalInfo: purpose } } }),
        ...(note === undefined ? {} : { note }),
        ...more,
      },
    }),
  );
  return row.request_id;
}

function changeAccount({ service, organizationId, userOf, recipientId }: Desk, key: string, accountNumber: string) {
  const recipient = present(
    demoRecipients.find((demoRecipient) => demoRecipient.key === key),
    "the demo has the recipient",
  );
  const { electronicRoutingInfo = null } = recipientInput({ ...recipient, accountNumber });
  return service.database.transaction((tx) =>
    updateRecipient(service, tx, {
      organizationId,
      recipientId: recipientId(key),
      actor: { type: "user", id: userOf("bookkeeper").userId },
      input: { electronicRoutingInfo },
    }),
  );
}

async function requestSupplierRun(desk: Desk, day: Temporal.PlainDate): Promise<void> {
  const { service, callerOf } = desk;
  const { name, payments } = plan.supplierRun;
  const caller = callerOf("bookkeeper");
  const totalMinor = payments.reduce((sum, { amount }) => sum + (minorFromDollars(amount) ?? 0n), 0n);
  const date = day.toLocaleString("en-US", { month: "short", day: "numeric" });
  const { body } = await openBatch(service, {
    caller,
    key: undefined,
    body: {
      name: `${name} ${date}`,
      announced: { count: payments.length, total: dollarsFromMinor(totalMinor) },
    },
  });
  const { batchId } = body;
  for (const payment of payments) await requestPayment(desk, { ...payment, batchId });
  await submitBatch(service, { caller, batchId, count: payments.length, totalMinor });
}

const ask = ({ service, callerOf }: Desk, requestId: RequestId) =>
  askQuestion(service, { caller: callerOf("approver"), requestId, body: { text: plan.question }, key: undefined });

const reject = ({ service, organizationId, userOf }: Desk, requestId: RequestId) => {
  const { userId } = userOf("approver");
  return decideRequest(service, {
    organizationId,
    requestId,
    userId,
    version: 1,
    decision: "reject",
    reason: plan.rejection,
    actor: { type: "user", id: userId },
  });
};

/** The bookkeeper mentions the administrator, who answers. */
async function discuss({ service, callerOf, userOf }: Desk, requestId: RequestId): Promise<void> {
  const on = { type: "approvalRequest", id: requestId } as const;
  const mention = `<@${userOf("administrator").userId}>`;
  const comments = [
    ["bookkeeper", `${mention} The commercial invoice is attached. The port releases the container against payment.`],
    ["administrator", "It matches the contract. The price is fixed until the end of the month."],
  ] as const;
  for (const [role, text] of comments)
    await postComment(service, { caller: callerOf(role), on, body: { text }, key: undefined });
}

const attachInvoice = ({ service, organizationId, userOf }: Desk, requestId: RequestId) =>
  attachDemoFile(
    service,
    { organizationId, userId: userOf("bookkeeper").userId },
    { owner: { kind: "request", id: requestId }, ...plan.containerInvoice },
  );

function repeatMonthly({ service, organizationId, userOf, accountId, recipientId }: Desk) {
  const { to, amount, memo } = plan.monthlyPayment;
  const startOn = newYorkDate(service.clock.now()).add({ days: 4 });
  return service.database.transaction((tx) =>
    createRecurringPayment(service, tx, {
      caller: callerForUser(organizationId, userOf("bookkeeper").userId),
      input: {
        accountId: accountId("operating"),
        recipientId: recipientId(to),
        amount,
        paymentMethod: "ach",
        externalMemo: memo,
        frequency: "monthly",
        dayOfMonth: startOn.day,
        startOn: startOn.toString(),
      },
    }),
  );
}
