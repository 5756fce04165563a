import assert from "node:assert/strict";
import type { TestDashboard } from "./dashboard.ts";
import { type RequestedPayment, statusOf } from "./requests.ts";

/** An approver's forty requests: usual payments, which are approved together, and three with flags, which are read first. */
export const UNFLAGGED = 37;

/** What the flagged ones say, in their order. */
export const flagTexts = [
  /^Changed by requester: The requester, the token “Demo, read and write” of Cora Lindqvist, changed the bank details/,
  /^Possible duplicate: A payment of \$333\.33 to the same recipient was made from Operating Checking/,
  /^Largest ever: \$4,800\.00 is more than the largest payment to Mina Okafor Design/,
] as const;

/** Paid more than these requests, more than a week ago. */
const SUPPLIERS = [
  "Harbor Green Coffee Importers",
  "Alder Block Properties LLC",
  "Willamette Gas & Power",
  "Beacon Mutual Insurance",
];

export const recipientNamed = ({ demo }: TestDashboard, name: string): string =>
  demo.recipients.find((payee) => payee.name === name)?.id ?? assert.fail(name);

export async function requestFrom(
  { demo, call }: TestDashboard,
  recipientId: string,
  amount: number,
): Promise<RequestedPayment> {
  const body = { recipientId, amount, paymentMethod: "ach" };
  // As the API answers.
  return (await call("POST", `/account/${demo.accounts[0]?.id}/request-send-money`, body)) as RequestedPayment;
}

const requestUnflagged = (dashboard: TestDashboard, from: number, below: number) =>
  Promise.all(
    Array.from({ length: below - from }, (_, index) =>
      requestFrom(
        dashboard,
        recipientNamed(dashboard, SUPPLIERS[index % SUPPLIERS.length] ?? ""),
        (10_000 + 101 * (from + index)) / 100,
      ),
    ),
  );

/** In order: the requester changed the details, the amount was just paid, and it is more than ever. */
async function requestFlagged(dashboard: TestDashboard): Promise<readonly RequestedPayment[]> {
  const { demo, call } = dashboard;
  const freight = recipientNamed(dashboard, "Columbia Gorge Freight");
  const packaging = recipientNamed(dashboard, "Tern Packaging Co.");
  const accountNumber = "5519920099";
  const address = { address1: "77 Port Way", city: "Hood River", region: "OR", postalCode: "97031", country: "US" };
  const details = { accountNumber, routingNumber: "123000220", electronicAccountType: "businessChecking", address };
  await call("POST", `/recipient/${freight}`, { electronicRoutingInfo: details });
  const paid = { recipientId: packaging, amount: 333.33, paymentMethod: "ach", idempotencyKey: "forty-requests" };
  await call("POST", `/account/${demo.accounts[0]?.id}/transactions`, paid);
  return [
    await requestFrom(dashboard, freight, 640),
    await requestFrom(dashboard, packaging, paid.amount),
    await requestFrom(dashboard, recipientNamed(dashboard, "Mina Okafor Design"), 4_800),
  ];
}

/** The flagged ones are in the middle of the queue. */
export async function requestForty(dashboard: TestDashboard): Promise<readonly RequestedPayment[]> {
  const requested = [
    ...(await requestUnflagged(dashboard, 0, 11)),
    ...(await requestFlagged(dashboard)),
    ...(await requestUnflagged(dashboard, 11, UNFLAGGED)),
  ];
  assert.equal(requested.length, 40);
  return requested;
}

export async function checkAllApproved(
  dashboard: TestDashboard,
  requested: readonly RequestedPayment[],
): Promise<void> {
  const statuses = await Promise.all(requested.map(async (request) => (await statusOf(dashboard, request)).status));
  assert.deepEqual(new Set(statuses), new Set(["approved"]));
}
