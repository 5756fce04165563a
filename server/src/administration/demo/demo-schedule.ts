import { newYorkDate } from "bursar-banking/calendar/new-york";
import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { decideRequest, requestPaymentWithin } from "#payments/approvals";
import { createRecurringPayment } from "#payments/recurring-payments";
import { callerForUser } from "#records/identity";
import { listPeople } from "#records/people";
import { demoAccounts, demoRecipients, type demoUsers } from "./demo-company.ts";
import type { DemoFile } from "./demo-file.ts";

const FRIDAY = 5;

interface DemoPlan {
  readonly to: string;
  readonly amount: number;
  readonly memo: string;
}

/**
 * Payments of the weeks to come: two that are approved, and two that repeat. None waits for an approval on the first day:
 * those that repeat begin after the lead of their requests. Requested and approved by the demo's users, in transactions
 * of their own; a process that dies meanwhile leaves a demo with fewer of them.
 */
export function scheduleDemoPayments(service: Service, demo: DemoFile): Promise<void> {
  // The file names the service's own ids.
  const organizationId = demo.organizationId as OrganizationId;
  const today = newYorkDate(service.clock.now());
  return withinOrganization(organizationId, async () => {
    const people = await listPeople(service.database, organizationId);
    const userOf = (role: (typeof demoUsers)[number]["role"]): UserId =>
      present(
        people.find((person) => person.role === role),
        "the demo has a user of each role",
      ).user_id;
    const scene = { service, demo, organizationId, bookkeeper: userOf("bookkeeper"), approver: userOf("approver") };
    const inTwoWeeks = today.add({ days: 14 });
    await repeat(scene, {
      to: "landlord",
      amount: 8_400,
      memo: "Roastery rent",
      frequency: "lastBusinessDay",
      startOn: today.with({ day: 1 }).add({ months: 1 }),
    });
    await repeat(scene, {
      to: "designer",
      amount: 1_250,
      memo: "Design retainer",
      frequency: "everyTwoWeeks",
      startOn: inTwoWeeks.add({ days: (FRIDAY + 7 - inTwoWeeks.dayOfWeek) % 7 }),
    });
    for (const [days, plan] of [
      [12, { to: "freight", amount: 2_310.75, memo: "Containers 118 and 119" }],
      [24, { to: "packaging", amount: 4_980, memo: "Spring bags, second half" }],
    ] as const)
      await schedule(scene, { ...plan, sendOn: today.add({ days }) });
  });
}

interface Scene {
  readonly service: Service;
  readonly demo: DemoFile;
  readonly organizationId: OrganizationId;
  readonly bookkeeper: UserId;
  readonly approver: UserId;
}

/** IDs by the demo's keys: its file lists accounts and recipients in their order. */
const idsOf = ({ demo }: Scene, to: string) => ({
  accountId: present(
    demo.accounts[demoAccounts.findIndex(({ key }) => key === "operating")],
    "the demo has an operating account",
  ).id,
  recipientId: present(demo.recipients[demoRecipients.findIndex(({ key }) => key === to)], "the demo has the recipient")
    .id,
});

function repeat(
  scene: Scene,
  {
    to,
    amount,
    memo,
    frequency,
    startOn,
  }: DemoPlan & {
    readonly frequency: "lastBusinessDay" | "everyTwoWeeks";
    readonly startOn: Temporal.PlainDate;
  },
) {
  const { service, organizationId, bookkeeper } = scene;
  return service.database.transaction((tx) =>
    createRecurringPayment(service, tx, {
      caller: callerForUser(organizationId, bookkeeper),
      input: {
        ...idsOf(scene, to),
        amount,
        paymentMethod: "ach",
        externalMemo: memo,
        frequency,
        startOn: startOn.toString(),
      },
    }),
  );
}

async function schedule(
  scene: Scene,
  { to, amount, memo, sendOn }: DemoPlan & { readonly sendOn: Temporal.PlainDate },
): Promise<void> {
  const { service, organizationId, bookkeeper, approver } = scene;
  const { accountId, recipientId } = idsOf(scene, to);
  const { request_id: requestId, version } = await service.database.transaction((tx) =>
    requestPaymentWithin(service, tx, {
      caller: callerForUser(organizationId, bookkeeper),
      accountId,
      body: { recipientId, amount, paymentMethod: "ach", externalMemo: memo, sendOn: sendOn.toString() },
    }),
  );
  await decideRequest(service, {
    organizationId,
    requestId,
    version,
    userId: approver,
    decision: "approve",
    actor: { type: "user", id: approver },
  });
}
