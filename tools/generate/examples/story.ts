import { present } from "../../../server/src/kernel/assert.ts";
import type { AccountId, RecipientId, TransactionId } from "../../../server/src/kernel/values/ids.ts";
import { minorFromDollars } from "../../../server/src/kernel/values/money.ts";
import { newBankFile } from "../../../server/test/kit/bank-files/new-bank-file.ts";
import { newBankNotice } from "../../../server/test/kit/bank-files/new-bank-notice.ts";
import { newCheck } from "../../../server/test/kit/bank-files/new-check.ts";
import { newFileItem } from "../../../server/test/kit/bank-files/new-file-item.ts";
import type { ContractOperation } from "../../../server/test/kit/operations/contract-operations.ts";
import type { Given } from "../../../server/test/kit/operations/everything.ts";
import { importReport } from "../../../server/test/kit/reconciliation/import-report.ts";
import { intradayOf } from "../../../server/test/kit/reconciliation/random-bank.ts";
import { browse } from "../../../server/test/kit/worlds/people.ts";
import type { DemoWorld } from "./demo-world.ts";

/**
 * What the examples tell: the roastery adds a supplier, pays its invoice, requests a wire for coffee, and invoices a cafe.
 * Everything that one operation makes is what the next ones are about.
 */
export interface Story {
  /** In the order of the story. */
  inOrder(operations: readonly ContractOperation[]): readonly ContractOperation[];
  /** What the call of an operation needs: values for its path and its body, and parameters of its query. */
  given(operationId: string): Promise<{ readonly given: Given; readonly query?: Readonly<Record<string, string>> }>;
  /** Remembers what an operation made. */
  note(operationId: string, response: unknown): void;
  /** Random texts so far that are neither in paths nor in links. */
  secrets(): readonly string[];
}

/** What comes first, in this order: what later operations are about. */
const FIRST = [
  "createRecipient",
  "createRecipientInvite",
  "previewTransaction",
  "createTransaction",
  "createInternalTransfer",
  "previewSendMoneyRequest",
  "requestSendMoney",
  "requestTransferMoney",
  "createStatement",
  "createCategory",
  "createCategoryRule",
  "applyCategoryRules",
  "createWebhook",
  "createCustomer",
  "createInvoice",
  "depositToAccount",
  "uploadTransactionAttachment",
  "uploadRecipientAttachment",
  "uploadRequestAttachment",
  "uploadInvoiceAttachment",
  "settleTransaction",
];
/** What comes after the operations that read, in this order, before all others that write. */
const NEXT = [
  "requestPaymentUndo",
  "listPaymentUndos",
  "verifyWebhook",
  "rotateWebhookSecret",
  "resendWebhookEvents",
  "getWebhookDeliveries",
  "getPayeeVerification",
];
/** What ends something that others are about, or moves the clock. */
const LAST = [
  "completeInvite",
  "deleteRequestAttachment",
  "approveRequest",
  "deleteRecipientAttachment",
  "deleteTransactionAttachment",
  "deleteInvoiceAttachment",
  "deleteCategoryRule",
  "deleteCategory",
  "deleteWebhook",
  "deleteRecipientInvite",
  "deleteRecipient",
  "cancelInvoice",
  "deleteCustomer",
  "runSandboxBank",
  "advanceSandboxClock",
  "resetSandboxClock",
];

/** The values that operations return, by the name under which the story continues with them. */
const MADE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createRecipient: { supplierId: "id" },
  createRecipientInvite: { inviteId: "id" },
  createTransaction: { transactionId: "id" },
  requestSendMoney: { requestId: "requestId" },
  requestTransferMoney: { transferRequestId: "requestId" },
  createStatement: { statementId: "id" },
  createCategory: { categoryId: "id" },
  createCategoryRule: { ruleId: "id" },
  applyCategoryRules: { runId: "id" },
  createWebhook: { webhookEndpointId: "id", webhookSecret: "secret" },
  rotateWebhookSecret: { newWebhookSecret: "secret" },
  createCustomer: { customerId: "id" },
  createInvoice: { invoiceId: "id", slug: "slug", invoiceNumber: "invoiceNumber" },
  depositToAccount: { depositId: "id" },
  uploadTransactionAttachment: { transactionAttachmentId: "id", link: "url" },
  uploadRecipientAttachment: { recipientAttachmentId: "id" },
  uploadRequestAttachment: { requestAttachmentId: "id" },
  uploadInvoiceAttachment: { invoiceAttachmentId: "id" },
};

export async function openStory(world: DemoWorld): Promise<Story> {
  const made: Record<string, string> = {};
  const scenes = scenesIn(world, made);
  return {
    inOrder: (operations) => {
      const place = ({ operationId, method }: ContractOperation): number => {
        const [first, next, last] = [FIRST, NEXT, LAST].map((list) => list.indexOf(operationId));
        if (first !== undefined && first >= 0) return first;
        if (next !== undefined && next >= 0) return 200 + next;
        if (last !== undefined && last >= 0) return 400 + last;
        return method === "GET" ? 100 : 300;
      };
      return operations.toSorted((a, b) => place(a) - place(b));
    },
    given: async (operationId) => {
      const { query, ...given } = (await scenes[operationId]?.()) ?? {};
      return {
        given: { ...defaultsOf(world), ...made, recipientId: made["supplierId"] ?? "", ...given } as Given,
        ...(query === undefined ? {} : { query: query as Readonly<Record<string, string>> }),
      };
    },
    note: (operationId, response) => {
      for (const [name, member] of Object.entries(MADE[operationId] ?? {})) {
        const value = String(Object(response)[member] ?? "");
        made[name] = name === "link" ? (value.split("/").at(-1) ?? "") : value;
      }
    },
    secrets: () => ["webhookSecret", "newWebhookSecret"].flatMap((name) => made[name] ?? []),
  };
}

const accountOf = ({ demo }: DemoWorld, name: string): string =>
  demo.accounts.find((account) => account.name === name)?.id ?? "";
const recipientOf = ({ demo }: DemoWorld, name: string): string =>
  demo.recipients.find((recipient) => recipient.name === name)?.id ?? "";

/** What operations are about unless the story says otherwise. */
const defaultsOf = (world: DemoWorld): Given => ({
  accountId: accountOf(world, "Operating Checking"),
  sourceAccountId: accountOf(world, "Operating Checking"),
  destinationAccountId: accountOf(world, "Reserve Savings"),
  treasuryId: accountOf(world, "Treasury"),
  routingNumber: "121000248",
});

type Scene = () => Promise<Readonly<Record<string, unknown>>>;

/** How lists begin. */
const FEW = { query: { limit: "2" } };
/** The days that the example's statement is for. */
const THESE_DAYS = { query: { start: "2026-11-16", end: "2026-11-18" } };

/** Makes something when it is first needed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function scenesIn(world: DemoWorld, made: Record<string, string>): Readonly<Record<string, Scene>> {
  const { call, demo } = world;
  const { service } = world.world;
  const { organizationId } = demo;
  const accountId = accountOf(world, "Operating Checking");
  const designer = recipientOf(world, "Mina Okafor Design");
  const importer = recipientOf(world, "Harbor Green Coffee Importers");
  const packaging = recipientOf(world, "Tern Packaging Co.");
  const repairs = recipientOf(world, "Gus Petrakis Roaster Repair");
  // The kit's makers take an organization of tests; these are the members that they read.
  const ofDemo = { organizationId, accountId: accountId as AccountId, recipientId: repairs as RecipientId };
  const few: Scene = async () => FEW;
  const latest: Scene = async () => ({ query: { limit: "2", order: "desc" } });
  /** Another payment than the story's, which is for `amount`. */
  const paid = (recipientId: string, amount: number, externalMemo: string) => async () => {
    const body = { recipientId, amount, paymentMethod: "ach", externalMemo };
    return { transactionId: String((await call({ url: `/account/${accountId}/transactions`, body }))["id"]) };
  };
  const printed = once(async () => {
    const { transactions } = await call({ url: "/transactions?paymentMethod=check&limit=1" });
    const [payment] = transactions as [
      { id: TransactionId; amount: number; counterpartyName: string; counterpartyId: RecipientId },
    ];
    const { id: transactionId, amount, counterpartyName: payee, counterpartyId: recipientId } = payment;
    const check = { transactionId, payee, amountMinor: present(minorFromDollars(-amount), "an amount has cents") };
    return newCheck(service, { ...ofDemo, recipientId }, check);
  });
  const movement = once(async () => {
    const text = intradayOf(BANK_FEE, "2026-11-20", 1);
    await importReport(service, organizationId, {
      text,
      format: "camt.052",
      isByHand: true,
      accountId: ofDemo.accountId,
    });
  });
  const bankFile = once(() => newBankFile(service, organizationId, { text: NACHA }));
  const connection = once(async () => {
    const { bankConnections } = await call({ url: "/bank-connections" });
    return { bankConnectionId: Object(bankConnections)[0].id };
  });
  const cafe = once(async () => {
    const { customers } = await call({ url: "/ar/customers" });
    return Object(customers).find(({ name }: { readonly name: string }) => name === "Blue Door Cafes").id;
  });
  const deposits = once(() => twoDeposits(world, recipientOf(world, "Alder Block Properties LLC"), accountId));

  return {
    previewTransaction: async () => ({ recipientId: designer }),
    createTransaction: async () => ({ recipientId: designer }),
    previewSendMoneyRequest: async () => ({ recipientId: importer }),
    requestSendMoney: async () => ({ recipientId: importer }),
    createInvoice: async () => ({ customerId: await cafe(), destinationAccountId: accountId }),

    getAccounts: async () => {
      // Monthly statements, deliveries, and what rules do are made in the background.
      await world.work();
      return FEW;
    },
    getRecipients: few,
    listRecipientsAttachments: few,
    listRecipientInvites: few,
    listAccountTransactions: latest,
    listTransactions: latest,
    listSendMoneyApprovalRequests: few,
    listTransferMoneyApprovalRequests: few,
    exportTransactions: async () => THESE_DAYS,
    getTreasuryTransactions: few,
    getEvents: latest,
    getWebhookDeliveries: few,
    getUsers: few,
    listCustomers: few,
    listInvoices: few,
    listInvoiceRows: few,
    listIncomingPayments: few,
    listStatements: few,
    listCategories: few,
    getNameSpelling: async () => ({ query: { name: "Café Zürich" } }),
    listBankDetailChanges: async () => ({ recipientId: packaging }),
    getTransferMoneyApprovalRequest: async () => ({ requestId: made["transferRequestId"] }),
    getEvent: async () => ({ eventId: Object((await call({ url: "/events?limit=1&order=desc" }))["events"])[0].id }),
    getUser: async () => ({ userId: Object((await call({ url: "/users?limit=1" }))["users"])[0].userId }),
    getSandboxEmail: async () => ({
      emailId: Object((await call({ url: "/sandbox/emails?limit=1" }))["emails"])[0].id,
    }),
    getAttachment: async () => ({ attachmentId: made["invoiceAttachmentId"] }),
    listMatchSuggestions: async () => ({ transactionId: made["depositId"] }),
    getTreasuryStatementPdf: async () => {
      const { statements } = await call({ url: `/treasury/${accountOf(world, "Treasury")}/statements?limit=1` });
      return { treasuryStatementId: Object(statements)[0].id };
    },
    getPennyTest: connection,
    testBankConnection: connection,
    listBankFiles: async () => {
      await bankFile();
      return FEW;
    },
    getBankFile: async () => ({ fileId: await bankFile() }),
    downloadBankFile: async () => ({ fileId: await bankFile() }),
    getReconciliation: async () => {
      await movement();
      return {};
    },
    listBankMovements: async () => {
      await movement();
      return FEW;
    },
    listBankNotices: async () => {
      await newBankNotice(service, ofDemo);
      return FEW;
    },
    listBankFileItems: async () => {
      await newFileItem(service, organizationId);
      return FEW;
    },
    getCheck: async () => ({ transactionId: (await printed()).transactionId }),
    listCheckExceptions: async () => {
      await printed();
      return FEW;
    },
    getPayeeVerification: deposits,
    verifyDeposits: deposits,

    uploadTaxDocument: async () => {
      const body = {
        name: "Gus Petrakis",
        contactEmail: "gus@petrakis.example",
        paymentMethods: ["ach"],
        sendEmail: true,
        requireTaxDocument: true,
      };
      made["taxInviteId"] = String((await call({ url: "/recipients/invites", body }))["id"]);
      return { inviteId: made["taxInviteId"], formType: "w9" };
    },
    deleteRecipientInvite: async () => ({ inviteId: made["taxInviteId"] }),
    cancelTransaction: paid(packaging, 318.2, "PO 2301"),
    failTransaction: paid(packaging, 412.75, "PO 2302"),
    blockTransaction: paid(packaging, 96.4, "PO 2303"),
    returnTransaction: async () => {
      const { transactionId } = await paid(packaging, 220.15, "PO 2304")();
      await call({ method: "POST", url: `/sandbox/transactions/${transactionId}/settle` });
      return { transactionId };
    },
    updateCategoryRule: async () => ({ version: await versionOf(world, made["ruleId"] ?? "") }),
    patchCategoryRule: async () => ({ version: await versionOf(world, made["ruleId"] ?? "") }),
    rejectRequest: async () => {
      const body = { recipientId: importer, amount: 980, paymentMethod: "ach", externalMemo: "Samples" };
      return { requestId: (await call({ url: `/account/${accountId}/request-send-money`, body }))["requestId"] };
    },
    authorizeInvoiceDebit: async () => ({ slug: (await anotherInvoice(world, await cafe())).slug }),
    deleteRecipientAttachment: async () => ({ attachmentId: made["recipientAttachmentId"] }),
    deleteRequestAttachment: async () => ({ attachmentId: made["requestAttachmentId"] }),
    deleteTransactionAttachment: async () => ({ attachmentId: made["transactionAttachmentId"] }),
    deleteInvoiceAttachment: async () => ({ attachmentId: made["invoiceAttachmentId"] }),
  };
}

/** The version of a category rule, which its next change is based on. */
async function versionOf({ call }: DemoWorld, ruleId: string): Promise<number> {
  const { rules } = await call({ url: "/category-rules" });
  return Object(rules).find((rule: { readonly id: string }) => rule.id === ruleId).version;
}

/** For the amount of the example of a debit. */
async function anotherInvoice(world: DemoWorld, customerId: string): Promise<{ readonly slug: string }> {
  const body = {
    customerId,
    destinationAccountId: accountOf(world, "Operating Checking"),
    invoiceDate: "2026-11-20",
    dueDate: "2026-12-20",
    ccEmails: [],
    achDebitEnabled: true,
    creditCardEnabled: false,
    useRealAccountNumber: true,
    sendEmailOption: "DontSend",
    lineItems: [{ name: "Espresso blend, 5 lb", quantity: 1, unitPrice: 125.5 }],
  };
  return { slug: String((await world.call({ url: "/ar/invoices", body }))["slug"]) };
}

/** Two small deposits whose amounts the recipient is to enter: the secret of the link in the email, and the amounts. */
async function twoDeposits(world: DemoWorld, recipientId: string, accountId: string) {
  const cookie = await world.administrator();
  const start = { url: `/recipient/${recipientId}/account-validation`, body: { accountId }, cookie };
  const { status, text } = await browse(world.world.app, start);
  if (status !== 200) throw new Error(text);
  const { emails } = await world.call({ url: "/sandbox/emails?limit=1&order=desc" });
  const mail = await world.call({ url: `/sandbox/emails/${Object(emails)[0].id}` });
  const [, secret = ""] = /\/invite\/verify\/([\w-]+)/.exec(String(mail["text"])) ?? [];
  const { transactions } = await world.call({ url: `/account/${accountId}/transactions?limit=2&order=desc` });
  return { secret, amounts: Object(transactions).map(({ amount }: { readonly amount: number }) => -amount) };
}

/** Money that only the bank's report has. */
const BANK_FEE: Parameters<typeof intradayOf>[0] = {
  accountNumber: "202600417301",
  openingMinor: 0n,
  bookings: [
    {
      on: "2026-11-20",
      entry: {
        amountMinor: 1_500n,
        direction: "debit",
        bankReference: "FEE-1120",
        status: "BOOK",
        bookedOn: "2026-11-20",
        transactionCode: ["PMNT", "MCRD", "OTHR"],
      },
    },
  ],
};

/** A file header and a batch header, as a bank gets them. */
const NACHA = `101 121000248 0210000212611201000A094101FIRST HARBOR BANK      LARKSPUR COFFEE
5220LARKSPUR COFFEE                     1943217654CCDINVOICE         261120   1121000240000001
`;
