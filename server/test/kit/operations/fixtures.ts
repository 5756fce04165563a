import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { runRuleApplications } from "#money/categories/rules";
import { newBankFile, newFileInDoubt } from "../bank-files/new-bank-file.ts";
import { newBankNotice } from "../bank-files/new-bank-notice.ts";
import { newCheck } from "../bank-files/new-check.ts";
import { newFileItem } from "../bank-files/new-file-item.ts";
import { long } from "../faults/random.ts";
import { newBankMatch, newBankMovement, newPair } from "../reconciliation/new-movement.ts";
import { newCase, newScreeningService } from "../screening/new-case.ts";
import { browse } from "../worlds/people.ts";
import { attach, attachmentFixtures, attachmentsElsewhere } from "./attachment-fixtures.ts";
import { batchFixtures, newBatchItems } from "./batch-fixtures.ts";
import type { Everything, Fixture, Fixtures } from "./everything.ts";
import { invoicingFixtures, newInvoicingItems } from "./invoicing-fixtures.ts";
import { newNotificationItems, notificationFixtures } from "./notification-fixtures.ts";
import { peopleFixtures } from "./people-fixtures.ts";
import { newRecurringItems, recurringFixtures } from "./recurring-fixtures.ts";
import { setUpFixtures } from "./set-up-fixtures.ts";
import { signOnFixtures } from "./sign-on-fixtures.ts";
import { newStatement, statementFixtures } from "./statement-fixtures.ts";

const transfer: Fixture = async (all) => ({ requestId: await all.newTransferRequest() });
/** An open request, and a user who may decide it. */
const decision: Fixture = async (all) => ({ requestId: await all.newRequest(), cookie: await all.newAdministrator() });
const transferDecision: Fixture = async (all) => ({ ...(await transfer(all)), cookie: await all.newAdministrator() });
const pending: Fixture = async (all) => ({ transactionId: await all.newPayment() });

/** A failed payment, and an administrator who has marked it as handled. */
async function handledFailure(all: Everything): Promise<Readonly<Record<string, string>>> {
  const { transactionId = "", cookie } = await failed(all);
  const url = `/transaction/${transactionId}/handled`;
  const { body, text } = await browse(all.world.app, { url, body: {}, cookie });
  if (body?.handled === undefined) throw new Error(text);
  return { transactionId, handlingId: body.handled.handlingId, cookie: cookie ?? "" };
}

const failed = async (all: Everything): Promise<Readonly<Record<string, string>>> => {
  const transactionId = await all.newPayment();
  await all.call({ url: `/sandbox/transactions/${transactionId}/fail`, body: {} });
  return { transactionId, cookie: await all.newAdministrator() };
};

/** An ACH payment that has settled. */
const settled = async (all: Everything): Promise<Readonly<Record<string, string>>> => {
  const transactionId = await all.newPayment();
  await all.call({ method: "POST", url: `/sandbox/transactions/${transactionId}/settle` });
  return { transactionId };
};

/** A requested reversal, and an administrator who did not request it. */
const reversal: Fixture = async (all) => {
  const { transactionId } = await settled(all);
  const { id } = await all.call({ url: `/transaction/${transactionId}/undo`, body: { reason: "duplicate" } });
  return { undoId: id, cookie: await all.newAdministrator() };
};

const payments: Fixtures = {
  requestPaymentUndo: settled,
  approvePaymentUndo: reversal,
  declinePaymentUndo: reversal,
  withdrawPaymentUndo: reversal,
  markFailureHandled: failed,
  undoFailureHandled: handledFailure,
  getNextSteps: failed,
  cancelTransaction: pending,
  settleTransaction: pending,
  failTransaction: pending,
  blockTransaction: pending,
  returnTransaction: settled,
};

const approvals: Fixtures = {
  getTransferMoneyApprovalRequest: transfer,
  reviewTransferRequest: transfer,
  approveSendMoneyRequest: decision,
  rejectSendMoneyRequest: decision,
  withdrawSendMoneyRequest: decision,
  approveTransferRequest: transferDecision,
  rejectTransferRequest: transferDecision,
  withdrawTransferRequest: transferDecision,
  approveRequest: async (all) => ({ requestId: await all.newRequest() }),
  rejectRequest: async (all) => ({ requestId: await all.newRequest() }),
};

let comments = 0;
/** A comment on the request or transaction of the ids. */
const comment = async ({ world, session, ids }: Everything, on: "approvals" | "transaction") => {
  const id = on === "approvals" ? ids["requestId"] : ids["transactionId"];
  const call = { url: `/${on}/${id}/comments`, body: { text: `Comment ${++comments}` }, cookie: await session() };
  const { status, text } = await browse(world.app, call);
  if (status !== 201) throw new Error(text);
  return {};
};
/** A request that was sent back, and its approver. */
const sentBack: Fixture = async (all) => {
  const { requestId = "", cookie } = await decision(all);
  const call = { url: `/approvals/${requestId}/question`, body: { text: "Which invoice?" }, cookie };
  const { status, text } = await browse(all.world.app, call);
  if (status !== 201) throw new Error(text);
  return { requestId, cookie: cookie ?? "" };
};
const conversations: Fixtures = {
  askAboutRequest: decision,
  answerAboutRequest: sentBack,
  withdrawQuestion: sentBack,
  listRequestComments: (all) => comment(all, "approvals"),
  listTransactionComments: (all) => comment(all, "transaction"),
};

const recipients: Fixtures = {
  deleteRecipient: async ({ organization }) => ({ recipientId: await organization.newRecipient("Leaving") }),
  confirmBankDetailChange: waitingDetails,
  declineBankDetailChange: waitingDetails,
  deleteRecipientInvite: async (all) => ({ inviteId: await all.newInvite() }),
  resendRecipientInvite: async (all) => ({ inviteId: await all.newInvite() }),
  getAccountValidationOptions: unvalidated,
  startAccountValidation: unvalidated,
  getPayeeVerification: deposits,
  verifyDeposits: deposits,
  completeInvite: async (all) => ({ inviteId: await all.newInvite() }),
  uploadTaxDocument: async (all) => ({
    inviteId: await all.newInvite({ requireTaxDocument: true }),
    formType: "w9",
  }),
};

/** A recipient with an email address, whose account the organization's bank connection can validate. */
async function unvalidated(all: Everything): Promise<Readonly<Record<string, string>>> {
  const recipientId = await all.organization.newRecipient("Unvalidated");
  await all.call({
    method: "PATCH",
    url: `/recipient/${recipientId}`,
    body: { emails: [`${recipientId}@payee.example`] },
  });
  return { recipientId, accountId: all.organization.accountId, cookie: await all.newAdministrator() };
}

/** Two deposits whose amounts the payee is to enter: the secret of the link, and the amounts. */
async function deposits(all: Everything): Promise<Readonly<Record<string, string>>> {
  const { recipientId, accountId, cookie = "" } = await unvalidated(all);
  const url = `/recipient/${recipientId}/account-validation`;
  const { text, status } = await browse(all.world.app, { url, body: { accountId }, cookie });
  if (status !== 200) throw new Error(text);
  const { emails } = await all.call({ url: "/sandbox/emails?limit=1&order=desc" });
  const mail = await all.call({ url: `/sandbox/emails/${Object(emails)[0].id}` });
  const [, secret = ""] = /\/invite\/verify\/([\w-]+)/.exec(String(mail["text"])) ?? [];
  const { transactions } = await all.call({ url: `/account/${accountId}/transactions?limit=2&order=desc` });
  // Given as it is: a list of numbers, which the body takes.
  const amounts = Object(transactions).map(({ amount }: { amount: number }) => -amount) as string;
  return { secret, amounts };
}

/** Changed bank details that wait for a second user, and that user. */
async function waitingDetails(all: Everything): Promise<Readonly<Record<string, string>>> {
  const recipientId = await all.organization.newRecipient("Moving");
  const electronicRoutingInfo = {
    accountNumber: "987654321000",
    routingNumber: "021000021",
    electronicAccountType: "businessChecking",
  };
  await all.call({ url: `/recipient/${recipientId}`, body: { electronicRoutingInfo } });
  const { changes } = await all.call({ url: `/recipient/${recipientId}/changes` });
  const [{ changeId }] = changes as [{ changeId: string }];
  return { recipientId, changeId, cookie: await all.newAdministrator() };
}

// The version is a number, which the body takes.
const rule: Fixture = async (all) => ({ ruleId: await all.newCategoryRule(), version: 1 as unknown as string });
/** One application of the rules runs at a time. */
const noRun: Fixture = async ({ world }) => {
  while ((await runRuleApplications(world.service)) > 0);
  return {};
};

const categories: Fixtures = {
  deleteCategory: async (all) => ({ categoryId: await all.newCategory() }),
  updateCategoryRule: rule,
  patchCategoryRule: rule,
  deleteCategoryRule: rule,
  applyCategoryRules: noRun,
  getCategoryRuleRun: async (all) => {
    await noRun(all);
    return { runId: (await all.call({ url: "/category-rules/apply", body: {} })).id };
  },
};

let views = 0;
/** A view, and its creator. */
const savedView: Fixture = async ({ world, session }) => {
  const cookie = await session();
  const body = { page: "approvals", name: `View ${++views}`, query: "mine=true", isShared: false };
  const { body: made } = await browse(world.app, { url: "/saved-views", body, cookie });
  return { viewId: made.id, cookie };
};

const bankFile: Fixture = async ({ world, organization }) => ({
  fileId: await newBankFile(world.service, organization.organizationId),
});

const others: Fixtures = {
  updateSavedView: savedView,
  deleteSavedView: savedView,
  // A user has one draft, and the example is a new one.
  savePaymentFileDraft: async ({ newAdministrator }) => ({ cookie: await newAdministrator() }),
  getBankFile: bankFile,
  downloadBankFile: bankFile,
  markBankNoticeDone: async ({ world, organization, newAdministrator }) => ({
    noticeId: await newBankNotice(world.service, organization),
    cookie: await newAdministrator(),
  }),
  decideAboutBankFile: async ({ world, organization, newAdministrator }) => ({
    fileId: await newFileInDoubt(world.service, organization.organizationId),
    cookie: await newAdministrator(),
  }),
  decideAboutBankFileItem: async ({ world, organization, newAdministrator }) => ({
    itemId: await newFileItem(world.service, organization.organizationId),
    cookie: await newAdministrator(),
  }),
  matchBankMovements: ({ world, organization }) => newPair(world.service, organization),
  undoBankMatch: async ({ world, organization }) => ({ matchId: await newBankMatch(world.service, organization) }),
  bookBankMovement: async ({ world, organization, newAdministrator }) => ({
    movementId: await newBankMovement(world.service, organization, { direction: "credit" }),
    cookie: await newAdministrator(),
  }),
  getCheck: async ({ world, organization }) => ({
    transactionId: (await newCheck(world.service, organization)).transactionId,
  }),
  stopCheck: async ({ world, organization, newAdministrator }) => ({
    transactionId: (await newCheck(world.service, organization)).transactionId,
    cookie: await newAdministrator(),
  }),
  decideAboutCheck: async ({ world, organization, newAdministrator }) => ({
    exceptionId: (await newCheck(world.service, organization)).exceptionId,
    cookie: await newAdministrator(),
  }),
  decideAboutScreeningCase: async ({ world, organization, newAdministrator }) => ({
    caseId: await newCase(world.service, organization),
    cookie: await newAdministrator(),
  }),
  getScreeningSecret: async ({ world, organization, ids, newAdministrator }) => {
    await newScreeningService(world.service, organization.organizationId, ids["url"] ?? "");
    return { cookie: await newAdministrator() };
  },
  uploadTreasuryStatement: async () => ({
    documentType: "1099",
    description: "1099-DIV for 2025",
    periodStart: "2025-01-01",
    periodEnd: "2025-12-31",
  }),
  changeTreasurySweep: async ({ organization }) => ({ treasuryId: await organization.newAccount("Swept", "treasury") }),
  deleteWebhook: async (all) => ({ webhookEndpointId: await all.newWebhook() }),
};

/** The documented target is weeks away, and everything that is due until then happens on the way. */
const nearTarget: Fixtures = long
  ? {}
  : { advanceSandboxClock: async ({ world }) => ({ to: plusMs(world.clock.now(), HOUR_MS).toISOString() }) };

/** The fixtures of every module: add yours here. */
export const fixtures: Fixtures = {
  ...nearTarget,
  ...payments,
  ...approvals,
  ...conversations,
  ...recipients,
  ...categories,
  ...others,
  ...invoicingFixtures,
  ...statementFixtures,
  ...setUpFixtures,
  ...peopleFixtures,
  ...attachmentFixtures,
  ...recurringFixtures,
  ...notificationFixtures,
  ...batchFixtures,
  ...signOnFixtures,
};

/** Why an operation has no valid call here, and the test that makes one. */
export const calledElsewhere: Readonly<Record<string, string>> = {
  getAgentConnection: "its parameter is required (connect-over-oauth.test.ts)",
  matchIncomingPayment: "names invoices inside a list: scenarios/invoicing/paying-invoices.slow.test.ts",
  importBankStatement: "takes statements only: scenarios/service/reconcile-with-the-bank.test.ts",
  ...attachmentsElsewhere,
  setUp: "works once, on a service without an organization: scenarios/service/the-contract-holds.test.ts",
};

/** How to add an item to each list that has cursors. */
export const newItems: Readonly<Record<string, (all: Everything) => Promise<unknown>>> = {
  getAccounts: ({ organization }) => organization.newAccount("Another"),
  listBankMovements: ({ world, organization }) => newBankMovement(world.service, organization),
  listBankFileItems: ({ world, organization }) => newFileItem(world.service, organization.organizationId),
  listBankNotices: ({ world, organization }) => newBankNotice(world.service, organization),
  listScreeningCases: ({ world, organization }) => newCase(world.service, organization),
  listCheckExceptions: ({ world, organization }) => newCheck(world.service, organization),
  listBankFiles: ({ world, organization }) => newBankFile(world.service, organization.organizationId),
  getRecipients: ({ organization }) => organization.newRecipient("Another"),
  listRecipientsAttachments: (all) => attach(all, `recipient/${all.organization.recipientId}`),
  listRecipientInvites: (all) => all.newInvite(),
  listAccountTransactions: (all) => all.newPayment(),
  listTransactions: (all) => all.newPayment(),
  listActivity: (all) => all.newPayment(),
  listSendMoneyApprovalRequests: (all) => all.newRequest(),
  listTransferMoneyApprovalRequests: (all) => all.newTransferRequest(),
  listApprovals: (all) => all.newRequest(),
  getTreasury: ({ organization }) => organization.newAccount("Another treasury", "treasury"),
  getTreasuryTransactions: ({ call, ids }) => {
    const [sourceAccountId, destinationAccountId] = [ids["accountId"], ids["treasuryId"]];
    return call({ url: "/transfer", body: { sourceAccountId, destinationAccountId, amount: 1 } });
  },
  getAccountStatements: newStatement,
  getAccountStatement: newStatement,
  listStatements: newStatement,
  getTreasuryStatements: (all) => all.newTreasuryStatement(),
  listCategories: (all) => all.newCategory(),
  getEvents: (all) => all.newPayment(),
  getWebhooks: (all) => all.newWebhook(),
  getWebhookDeliveries: async (all) => {
    await all.newPayment();
    await all.deliver();
  },
  getUsers: (all) => all.newPerson(),
  ...newInvoicingItems,
  ...newRecurringItems,
  ...newNotificationItems,
  ...newBatchItems,
  listAuditEntries: (all) => all.newCategory(),
  listSandboxEmails: (all) => all.newInvite(),
  listSavedViews: savedView,
  listRequestComments: (all) => comment(all, "approvals"),
  listTransactionComments: (all) => comment(all, "transaction"),
};

/** What lists need to contain the items that are added. */
export const listQueries: Readonly<Record<string, string>> = {
  // A job makes the monthly ones.
  getAccountStatements: "kind=custom",
  getAccountStatement: "kind=custom",
  listStatements: "kind=custom",
};
