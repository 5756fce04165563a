import { runUntilIdle } from "#kernel/work/worker.ts";
import { customerBody, debitBody, makeInvoice } from "../invoicing/invoices.ts";
import { browse } from "../worlds/people.ts";
import { attach } from "./attachment-fixtures.ts";
import type { Everything, Fixture, Fixtures, Given } from "./everything.ts";

const newInvoice = ({ world, organization }: Everything, more = {}) => makeInvoice(world, organization, more);

const invoice: Fixture = async (all) => ({ invoiceId: (await newInvoice(all)).id });
const customer: Fixture = async (all) => ({ customerId: (await newInvoice(all)).customerId });
const payLink: Fixture = async (all) => ({ slug: (await newInvoice(all)).slug });

/** A deposit that the job has recorded. */
async function newIncomingPayment(all: Everything, memo?: string): Promise<string> {
  const url = `/sandbox/accounts/${all.organization.accountId}/deposit`;
  const { id } = await all.call({ url, body: { amount: 125.5, name: "Someone", memo } });
  for (const job of all.world.app.jobs) if (job.name === "incoming-payments") await runUntilIdle([job]);
  return id;
}

const payment: Fixture = async (all) => ({ transactionId: await newIncomingPayment(all) });

/** A file of an invoice. */
const attached: Fixture = async (all) => {
  const { id: invoiceId } = await newInvoice(all);
  const { attachmentId } = await attach(all, `ar/invoices/${invoiceId}`);
  return { invoiceId, attachmentId };
};

/** The number of a new invoice of the examples' amount, and its id. */
const example = async (all: Everything): Promise<Given> => {
  const { id, invoiceNumber } = await newInvoice(all, { lineItems: [{ name: "Work", quantity: 1, unitPrice: 125.5 }] });
  return { invoiceId: id, invoiceNumber };
};

async function settings(all: Everything): Promise<Given> {
  const cookie = await all.session();
  const { body } = await browse(all.world.app, { url: "/ar/settings", cookie });
  return { cookie, version: body.version };
}

/** Valid calls of the operations of invoicing. */
export const invoicingFixtures: Fixtures = {
  changeInvoiceSettings: settings,
  patchInvoiceSettings: settings,
  getCustomer: customer,
  updateCustomer: customer,
  patchCustomer: customer,
  deleteCustomer: customer,
  createInvoice: async (all) => ({
    ...(await customer(all)),
    destinationAccountId: all.organization.accountId,
  }),
  listInvoices: customer,
  listInvoiceRows: customer,
  getInvoicingOverview: customer,
  getInvoice: invoice,
  updateInvoice: example,
  patchInvoice: example,
  cancelInvoice: invoice,
  getInvoicePdf: invoice,
  getInvoiceActivity: invoice,
  listInvoiceAttachments: invoice,
  uploadInvoiceAttachment: invoice,
  deleteInvoiceAttachment: attached,
  getAttachment: attached,
  emailInvoice: invoice,
  renewPayLink: invoice,
  listMatchSuggestions: payment,
  ignoreIncomingPayment: payment,
  restoreIncomingPayment: async (all) => {
    const { transactionId = "" } = await payment(all);
    const cookie = await all.session();
    await browse(all.world.app, { url: `/ar/payments/${transactionId}/ignore`, body: {}, cookie });
    return { transactionId };
  },
  undoInvoiceMatch: async (all) => {
    const { invoiceId, invoiceNumber } = await example(all);
    await newIncomingPayment(all, invoiceNumber);
    const { matches } = await all.call({ url: `/ar/invoices/${invoiceId}/activity` });
    const [match] = matches as [{ id: string }];
    return { matchId: match.id };
  },
  getPayableInvoice: payLink,
  getPayableInvoicePdf: payLink,
  authorizeInvoiceDebit: async (all) => ({
    slug: (await newInvoice(all, { lineItems: [{ name: "Work", quantity: 1, unitPrice: 125.5 }] })).slug,
    accountNumber: debitBody.accountNumber,
  }),
};

/** How to add an item to each list of invoicing. */
export const newInvoicingItems: Readonly<Record<string, (all: Everything) => Promise<unknown>>> = {
  listCustomers: (all) => all.call({ url: "/ar/customers", body: customerBody }),
  listInvoices: (all) => newInvoice(all),
  listInvoiceRows: (all) => newInvoice(all),
  listIncomingPayments: (all) => newIncomingPayment(all),
};
