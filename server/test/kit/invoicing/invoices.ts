import assert from "node:assert/strict";
import { inject, type TestOrganization, type TestWorld } from "../service/full-app.ts";

export const customerBody = { name: "Globex Corporation", email: "ap@globex.example" };

/** The body of an invoice without customer and account: what a replacement sends, too. */
export const invoiceContent = {
  invoiceDate: "2026-11-20",
  dueDate: "2026-12-20",
  ccEmails: [],
  achDebitEnabled: true,
  creditCardEnabled: false,
  useRealAccountNumber: true,
  lineItems: [{ name: "Work", quantity: 1, unitPrice: 100 }],
};

export const debitBody = {
  payerName: "Globex Corporation",
  routingNumber: "021000021",
  accountNumber: "77555566667777",
  accountType: "checking",
  amount: 100,
  authorized: true,
};

export interface MadeInvoice {
  readonly id: string;
  readonly slug: string;
  readonly customerId: string;
  readonly invoiceNumber: string;
}

/** A customer and an invoice of $100.00 over the API. */
export async function makeInvoice(
  world: TestWorld,
  organization: TestOrganization,
  more: Readonly<Record<string, unknown>> = {},
): Promise<MadeInvoice> {
  const post = async (url: string, body: object) => {
    const answer = await inject(world.app, organization.token, { url, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const customerId = more["customerId"] ?? (await post("/ar/customers", customerBody)).id;
  return post("/ar/invoices", {
    ...invoiceContent,
    customerId,
    destinationAccountId: organization.accountId,
    sendEmailOption: "DontSend",
    ...more,
  });
}
