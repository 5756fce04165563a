import assert from "node:assert/strict";
import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { decideRequest, findRequest } from "#payments/approvals";
import type { RequestDecision } from "#payments/approvals/decisions/decide-request.ts";
import { saveApprovalRule } from "#payments/approvals/rules/manage-rules.ts";
import { insertUser, type UserRole } from "#records/people";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../service/full-app.ts";

/** A user of the organization; an approver by default. */
export async function newUser(
  service: Service,
  { organizationId }: TestOrganization,
  { role = "approver", email = `${service.newId()}@example.com` }: { role?: UserRole; email?: string } = {},
): Promise<UserId> {
  const userId = service.newId<UserId>();
  const createdAt = service.clock.now();
  const user = { organizationId, userId, email, firstName: "Ada", lastName: "Marsh", role, createdAt };
  await service.database.transaction((tx) => insertUser(tx, user));
  return userId;
}

/** A call that requests a payment. */
export const paymentRequest = (organization: TestOrganization, more: Readonly<Record<string, unknown>> = {}) => ({
  url: `/account/${organization.accountId}/request-send-money`,
  body: { recipientId: organization.recipientId, amount: 10, paymentMethod: "ach", ...more },
});

/** The person's decision on the given version of the request, or else its current version. */
export async function decide(
  service: Service,
  { organizationId }: TestOrganization,
  decision: Pick<RequestDecision, "requestId" | "userId"> & Partial<RequestDecision>,
) {
  const request = await findRequest(service.database, organizationId, decision.requestId);
  return decideRequest(service, {
    organizationId,
    decision: "approve",
    version: present(request, "the request exists").version,
    actor: { type: "user", id: decision.userId, address: "192.0.2.1" },
    ...decision,
  });
}

/** The refusal code of a decision, or the status of the request after it. */
export const outcomeOf = (deciding: Promise<{ status: string }>): Promise<string> =>
  deciding.then(
    (row) => row.status,
    (error: { code?: string }) => error.code ?? String(error),
  );

type Rule = Parameters<typeof saveApprovalRule>[2];

/** A rule for all payments: one approval by any approver, by default. */
export const saveRule = (service: Service, { organizationId }: TestOrganization, rule: Partial<Rule> = {}) =>
  service.database.transaction((tx) =>
    saveApprovalRule(service, tx, {
      organizationId,
      position: 1,
      name: "All",
      conditions: {},
      steps: [{ approvals: 1, approvers: { kind: "anyone" } }],
      allowSelfApproval: false,
      active: true,
      actor: operator,
      ...rule,
    }),
  );

/** An organization with $100,000 and two approvers: Ada, an administrator, and Ben. */
export async function openApprovalStory() {
  const world = await openWorld();
  const organization = await world.newOrganization();
  await organization.deposit(organization.accountId, 100_000_00n);
  const ada = await newUser(world.service, organization, { role: "administrator", email: "ada@example.com" });
  const ben = await newUser(world.service, organization, { email: "ben@example.com" });
  return { world, organization, ada, ben };
}

/** Calls with the organization's token. `story` is read at each call, because a suite opens it before its tests. */
export const callsOf = (story: () => { readonly world: TestWorld; readonly organization: TestOrganization }) => {
  const call = (request: Parameters<typeof inject>[2]) =>
    inject(story().world.app, story().organization.token, request);
  return {
    get: (url: string) => call({ url }),
    post: (url: string, body: unknown = {}) => call({ url, body }),
    /** Requests a payment and returns the request. */
    ask: (more: Readonly<Record<string, unknown>> = {}) => requestPaymentOf(story().world, story().organization, more),
  };
};

/** Requests a payment with the organization's token and returns the request. */
export async function requestPaymentOf(
  { app }: TestWorld,
  organization: TestOrganization,
  more: Readonly<Record<string, unknown>> = {},
) {
  const requested = await inject(app, organization.token, paymentRequest(organization, more));
  assert.equal(requested.status, 200, requested.text);
  return requested.body;
}
