import { saveApprovalRule } from "../../../server/src/modules/approvals/rules/manage-rules.ts";
import { createToken } from "../../../server/src/modules/identity/index.ts";
import { findUserByEmail } from "../../../server/src/modules/people/index.ts";
import type { DemoUser, TestDashboard } from "./dashboard.ts";

export interface Asked {
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

/** An account that pays, and a payee who can get an ACH payment. */
export async function someoneToPay(dashboard: TestDashboard) {
  const { accounts } = (await dashboard.call("GET", "/accounts")) as Listed;
  const { recipients } = (await dashboard.call("GET", "/recipients")) as Payees;
  const account = accounts.find(({ kind }) => kind === "checking");
  const payee = recipients.find(({ electronicRoutingInfo }) => electronicRoutingInfo !== null);
  if (account === undefined || payee === undefined)
    throw new Error("the demo organisation has accounts and recipients");
  return { accountId: account.id, recipientId: payee.id, payeeName: payee.name };
}

/** Asks for a payment by API. */
export async function askForPayment(
  dashboard: TestDashboard,
  more: Readonly<Record<string, unknown>> = {},
  token?: string,
): Promise<Asked> {
  const { accountId, recipientId } = await someoneToPay(dashboard);
  const body = { recipientId, amount: 10, paymentMethod: "ach", ...more };
  return (await dashboard.call("POST", `/account/${accountId}/request-send-money`, body, token)) as Asked;
}

/** The request as the API shows it now. */
export const statusOf = async (dashboard: TestDashboard, { requestId }: Asked) =>
  (await dashboard.call("GET", `/request-send-money/${requestId}`)) as {
    readonly status: string;
    readonly transactionId: string | null;
    readonly reviews: readonly { readonly status: string }[];
    readonly version: number;
  };

type Rule = Parameters<typeof saveApprovalRule>[2];
const actor = { type: "operator", id: "test" } as const;

/** Puts a rule for everything in force, as two people would. */
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

/** A token that the person made: what it asks for, they ask for. */
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
