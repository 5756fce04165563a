import { createToken } from "../../../server/src/modules/1-records/identity/index.ts";
import { findUserByEmail } from "../../../server/src/modules/1-records/people/index.ts";
import { saveApprovalRule } from "../../../server/src/modules/4-payments/approvals/rules/manage-rules.ts";
import type { DemoUser, TestDashboard } from "./dashboard.ts";

export interface RequestedPayment {
  readonly requestId: string;
  readonly version: number;
}

interface Listed {
  readonly accounts: readonly { readonly id: string; readonly kind: string }[];
}
interface Payees {
  readonly recipients: readonly {
    readonly id: string;
    readonly name: string;
    readonly electronicRoutingInfo: unknown;
  }[];
}

/** A checking account, and a recipient with ACH details. */
export async function accountAndRecipient(dashboard: TestDashboard) {
  const { accounts } = (await dashboard.call("GET", "/accounts")) as Listed;
  const { recipients } = (await dashboard.call("GET", "/recipients")) as Payees;
  const account = accounts.find(({ kind }) => kind === "checking");
  const payee = recipients.find(({ electronicRoutingInfo }) => electronicRoutingInfo !== null);
  if (account === undefined || payee === undefined)
    throw new Error("the demo organization has accounts and recipients");
  return { accountId: account.id, recipientId: payee.id, payeeName: payee.name };
}

/** Requests a payment through the API. */
export async function requestPayment(
  dashboard: TestDashboard,
  more: Readonly<Record<string, unknown>> = {},
  token?: string,
): Promise<RequestedPayment> {
  const { accountId, recipientId } = await accountAndRecipient(dashboard);
  const body = { recipientId, amount: 10, paymentMethod: "ach", ...more };
  return (await dashboard.call("POST", `/account/${accountId}/request-send-money`, body, token)) as RequestedPayment;
}

/** The request's current state in the API. */
export const statusOf = async (dashboard: TestDashboard, { requestId }: RequestedPayment) =>
  (await dashboard.call("GET", `/request-send-money/${requestId}`)) as {
    readonly status: string;
    readonly transactionId: string | null;
    readonly reviews: readonly { readonly status: string }[];
    readonly version: number;
  };

type Rule = Parameters<typeof saveApprovalRule>[2];
const actor = { type: "operator", id: "test" } as const;

/** Activates a rule for every payment, bypassing confirmation. */
export const saveRule = ({ service, demo }: TestDashboard, rule: Pick<Rule, "name" | "steps"> & Partial<Rule>) =>
  service.database.transaction((tx) =>
    saveApprovalRule(service, tx, {
      organizationId: demo.organizationId,
      position: 1,
      conditions: {},
      allowSelfApproval: false,
      active: true,
      actor,
      ...rule,
    }),
  );

/** A token created by the user, who therefore counts as the requester of its payments. */
export async function tokenMadeBy({ service, demo }: TestDashboard, { email }: DemoUser): Promise<string> {
  const { organizationId } = demo;
  return service.database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, organizationId, email);
    if (user === undefined) throw new Error(`nobody has the address ${email}`);
    const made = await createToken(service, tx, {
      organizationId,
      name: "Their own",
      kind: "readWrite",
      allowlist: [],
      actor: { type: "user", id: user.userId },
    });
    return made.token;
  });
}
