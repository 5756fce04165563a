import assert from "node:assert/strict";
import type { APIRequestContext } from "playwright-core";
import type { AccountId, OrganizationId, TransactionId } from "../../../server/src/kernel/values/ids.ts";
import { newFolderConnection } from "../../../server/test/kit/banks/bank-connections.ts";
import { newFileInDoubt } from "./bank-files.ts";
import type { TestDashboard } from "./dashboard.ts";
import { requestPayment } from "./requests.ts";

/** As long as names and addresses can be without a space. */
const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const LONG_EMAIL = `${"accounts.payable.department".repeat(2)}@${"subsidiary".repeat(4)}.example`;

interface Payable {
  readonly slug: string;
}
interface Identified {
  readonly id: string;
}

/** Adds a recipient with requests, an invite, a webhook, and a bank file. Returns the addresses of the hosted pages. */
export async function fillWithLongNames(dashboard: TestDashboard): Promise<Readonly<Record<string, string>>> {
  const { call, url } = dashboard;
  const recipient = (await call("POST", "/recipients", {
    name: LONG,
    emails: [LONG_EMAIL],
    isBusiness: true,
    electronicRoutingInfo: {
      accountNumber: "123456789",
      routingNumber: "021000021",
      bankName: LONG,
      electronicAccountType: "businessChecking",
    },
  })) as Identified;
  for (const amount of [11, 12])
    await requestPayment(dashboard, { recipientId: recipient.id, amount, externalMemo: "INVOICE-".repeat(8) });
  const invite = (await call("POST", "/recipients/invites", {
    name: LONG,
    contactEmail: LONG_EMAIL,
    paymentMethods: ["ach", "check"],
    notes: LONG,
    requireTaxDocument: true,
    sendEmail: false,
  })) as { readonly onboardingUrl: string };
  await call("POST", "/webhooks", { url: `https://example.com/${LONG}` });
  await addBankFile(dashboard);
  const { invoices } = (await call("GET", "/ar/invoices?status=Unpaid")) as { readonly invoices: readonly Payable[] };
  const { slug = assert.fail("an invoice is unpaid") } = invoices[0] ?? {};
  return {
    "the page of payees": `${url}${new URL(invite.onboardingUrl).pathname}`,
    "the page of customers": `${url}/pay/${slug}`,
  };
}

async function addBankFile(dashboard: TestDashboard): Promise<void> {
  const { call, service, demo } = dashboard;
  const organizationId = demo.organizationId as OrganizationId;
  const accountId = demo.accounts[0]?.id as AccountId;
  const { connectionId } = await newFolderConnection(service, { organizationId, accountId });
  const { transactions } = (await call("GET", "/transactions?limit=1")) as {
    readonly transactions: readonly { readonly id: TransactionId }[];
  };
  await newFileInDoubt(dashboard, {
    connectionId,
    transactionId: transactions[0]?.id ?? assert.fail("the demo has transactions"),
    name: `${LONG}.ach`,
    text: "101",
    reason: `The bank did not confirm ${LONG}.ach.`,
  });
}

/** Makes a batch of the two requests. */
export async function groupRequests(request: APIRequestContext, url: string): Promise<void> {
  const { requests } = (await (await request.get(`${url}/approvals?limit=2`)).json()) as {
    readonly requests: readonly { readonly requestId: string }[];
  };
  const data = { name: `Run ${LONG}`, requestIds: requests.map(({ requestId }) => requestId), idempotencyKey: "group" };
  const answer = await request.post(`${url}/approval-batches/group`, { headers: { origin: url }, data });
  assert.ok(answer.ok(), await answer.text());
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** The list whose first row is the example of a parameter, the list's name in the answer, and the row's member. */
const lists: Readonly<Record<string, readonly [path: string, member: string, id?: string]>> = {
  accountId: ["/accounts", "accounts"],
  bankConnectionId: ["/bank-connections", "bankConnections"],
  batchId: ["/approval-batches", "batches", "batchId"],
  customerId: ["/ar/customers", "customers"],
  fileId: ["/bank-files", "files"],
  invoiceId: ["/ar/invoices?status=Unpaid", "invoices"],
  recipientId: ["/recipients?search=Donau", "recipients"],
  recurringPaymentId: ["/recurring-payments", "recurringPayments"],
  requestId: ["/request-send-money", "requests", "requestId"],
  transactionId: ["/transactions", "transactions"],
  tokenId: ["/tokens", "tokens", "tokenId"],
  treasuryId: ["/treasury", "accounts"],
  userId: ["/users", "users", "userId"],
  webhookId: ["/webhooks", "webhooks"],
};

/** A path of the router with an example for each of its parameters. */
export async function exampleOf(request: APIRequestContext, url: string, route: string): Promise<string> {
  if (route === "/$") return "/nowhere";
  let path = route;
  for (const [parameter, name = ""] of route.matchAll(/\$(\w+)/g)) {
    const [list, member, id = "id"] = lists[name] ?? assert.fail(`${route}: page-examples.ts has no list for ${name}`);
    const answer = (await (await request.get(`${url}${list}`)).json()) as Readonly<Record<string, Rows>>;
    const example = answer[member]?.[0]?.[id] ?? assert.fail(`${list} has no ${member}: ${JSON.stringify(answer)}`);
    path = path.replace(parameter, String(example));
  }
  return path;
}
