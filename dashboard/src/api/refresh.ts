import { type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type * as calls from "./generated/sdk.gen.ts";

/** What a call can change. */
export type Refreshable =
  | "accounts"
  /** Payments, transfers, and deposits, and with them balances. */
  | "transactions"
  /** Requests, their decisions and questions, and batches. */
  | "approvals"
  | "recurringPayments"
  /** Names and bank details, and changes of them that wait. */
  | "recipients"
  | "invites"
  /** Invoices, customers, and which incoming payments they match. */
  | "invoices"
  /** Categories and their rules. */
  | "categories"
  | "attachments"
  | "comments"
  /** Bank connections, files, notices, and exceptions of checks. */
  | "bankFiles"
  | "reconciliation"
  | "statements"
  | "treasury"
  /** Settings, approval rules and limits, and changes that wait for a second person. */
  | "controls"
  | "users"
  | "tokens"
  | "webhooks"
  /** The user's own name, sessions, and preferences. */
  | "profile"
  | "notifications"
  | "savedViews"
  | Everything;

/** The sandbox's time, and who is signed in with which proof of identity, change what all pages show. */
type Everything = "sandboxClock" | "rights";

/** A page that shows what any call changes: a log, or a summary of all. */
const anything = "anything";

/** The operations that pages read, and the names of the queries that combine several. */
type Read =
  | keyof typeof calls
  | "activity"
  | "allRecipients"
  | "approvals"
  | "attachment content"
  | "failedPayment"
  | "preview"
  | "previewCategoryRules"
  | "search";

const account = ["accounts", "transactions", "treasury", "approvals", "recurringPayments"] as const;
const payment = [
  "transactions",
  "categories",
  "attachments",
  "comments",
  "recipients",
  "accounts",
  "treasury",
] as const;
const request = [
  "approvals",
  "transactions",
  "recurringPayments",
  "recipients",
  "controls",
  "attachments",
  "comments",
  "accounts",
  "users",
] as const;
const scheduled = ["recurringPayments", "approvals", "transactions", "recipients", "accounts"] as const;
const recipient = ["recipients", "invites", "attachments", "controls"] as const;
const invoice = ["invoices", "transactions", "attachments", "accounts"] as const;
const bank = ["bankFiles", "transactions", "recipients", "accounts"] as const;
const control = ["controls", "users", "accounts", "recipients", "tokens"] as const;

/**
 * The resources that the answer of each read contains or depends on: a balance follows from transactions. Too many cost a
 * request; a missing one leaves a page out of date. refresh.test.ts compares the names with those in use.
 */
export const shownBy: Readonly<Partial<Record<Read, readonly Refreshable[] | typeof anything>>> = {
  getAccounts: account,
  getAccount: account,
  getAccountFigures: account,
  getBalanceHistory: account,
  getCashFlow: account,
  getOverview: anything,

  activity: payment,
  listActivity: payment,
  getActivityTotals: payment,
  listTransactions: payment,
  getSpending: payment,
  getTransactionById: [...payment, "approvals", "invoices", "bankFiles"],
  getTransactionTimeline: [...payment, "approvals", "invoices", "bankFiles", "reconciliation"],
  getNextSteps: [...payment, "approvals", "invites"],
  getCheck: bank,
  getPaymentUndoOptions: [...payment, "approvals", "bankFiles", "controls"],
  listTransactionComments: ["comments", "transactions"],
  listTransactionMentionable: ["users"],
  listTransactionAttachments: ["attachments", "transactions", "approvals"],
  failedPayment: [...payment, "approvals", "invites"],
  preview: anything,

  approvals: request,
  listPaymentUndos: request,
  listApprovalBatches: request,
  getApprovalBatch: request,
  getDecidableRequests: request,
  reviewRequest: request,
  listRequestComments: ["comments", "approvals"],
  listRequestMentionable: ["users"],
  listRequestAttachments: ["attachments", "approvals"],

  listScheduledPayments: scheduled,
  listRecurringPayments: scheduled,
  getRecurringPayment: scheduled,
  listRecurringPaymentOccurrences: scheduled,

  getRecipients: recipient,
  getRecipient: recipient,
  allRecipients: recipient,
  getRecipientFigures: ["recipients", "transactions", "approvals"],
  listBankDetailChanges: [...recipient, "users"],
  listRecipientAttachments: ["attachments", "recipients"],
  listRecipientInvites: ["invites", "recipients"],
  getPayeeInvite: ["invites", "attachments"],
  getAccountValidationOptions: ["recipients", "users", "bankFiles"],
  getPayeeVerification: [],
  getBank: [],

  listCustomers: invoice,
  getCustomer: invoice,
  getCustomerFigures: invoice,
  getInvoice: invoice,
  getInvoiceActivity: invoice,
  getInvoiceSettings: invoice,
  getInvoicingOverview: invoice,
  listIncomingPayments: invoice,
  listInvoiceAttachments: invoice,
  listInvoiceRows: invoice,
  listMatchSuggestions: invoice,
  getPayableInvoice: invoice,

  listCategories: ["categories"],
  listCategoryRules: ["categories"],
  getCategoryRuleRun: ["categories"],
  previewCategoryRules: ["categories", "transactions"],

  getBankConnections: bank,
  getBankConnectionQuestions: [],
  getBankConnectionSettings: bank,
  getPennyTest: bank,
  listBankFiles: bank,
  getBankFile: bank,
  listBankNotices: bank,
  listCheckExceptions: bank,
  getReconciliation: [...bank, "reconciliation"],
  listBankMovements: [...bank, "reconciliation"],
  listStatements: ["statements", "accounts"],
  getTreasury: [...account, "controls"],
  getTreasuryOverview: account,
  previewTreasuryImport: account,
  getTreasuryStatements: account,
  getTreasuryTransactions: account,

  listApprovalRules: control,
  listApproverLimits: control,
  // Bookings, imports, and decisions about files and checks wait for a second person, too.
  listControlChanges: anything,
  getLegalAddress: control,
  getOrganization: control,
  getBrand: control,
  getOrganizationSettings: control,
  getOrganizationChatChannel: control,
  getScreening: control,
  getSingleSignOn: control,
  // Sign-ins happen elsewhere.
  listIdentityLinks: [...control, "users"],
  // A recipient that is saved may become a case.
  listScreeningCases: [...control, "transactions"],
  getUsers: ["users", "controls", "profile"],
  getUser: ["users", "controls", "profile"],
  getUserSignIns: ["users", "controls", "profile"],
  getInvitations: ["users", "controls"],
  getRoles: ["users", "controls"],
  listTokens: ["tokens", "controls"],
  getAgentConnection: [],
  getWebhooks: anything,
  getWebhook: anything,
  getWebhookDeliveries: anything,
  getWebhookDeliveryDays: anything,
  // Events never change.
  getEvent: [],

  getSession: ["profile", "users", "controls"],
  getSetup: ["profile", "users"],
  getSetUpList: anything,
  getSessions: ["profile", "users"],
  getPasskeys: ["profile"],
  listNotificationPreferences: ["profile"],
  getSessionChatChannel: ["profile"],
  listSavedViews: ["savedViews"],
  // A decision is the end of a notification, too.
  listNotifications: anything,
  countUnreadNotifications: anything,

  listAuditEntries: anything,
  getAuditFilters: anything,
  search: anything,
  getNameSpelling: [],
  getSandboxClock: [],
  listSandboxEmails: anything,
  getSandboxEmail: [],
  listMagicNumbers: [],
  listSandboxReasons: [],
  "attachment content": [],
};

const changesAll: ReadonlySet<Refreshable> = new Set<Refreshable>(["sandboxClock", "rights"] satisfies Everything[]);

/** Whether a query's answer can be out of date after these changes. */
export function isAffected(queryKey: readonly unknown[], changed: readonly Refreshable[]): boolean {
  const shown = (shownBy as Readonly<Record<string, readonly Refreshable[] | typeof anything>>)[nameOf(queryKey)];
  return (
    shown === undefined ||
    shown === anything ||
    changed.some((resource) => changesAll.has(resource) || shown.includes(resource))
  );
}

/** The generated client's keys contain the operation's name. */
function nameOf([first]: readonly unknown[]): string {
  if (typeof first === "object" && first !== null && "_id" in first) return String(first._id);
  return String(first);
}

/**
 * Requests again what is on the page and shows something that was changed. Resolves when the page has the new answers.
 * The only place that invalidates queries.
 */
export function useRefresh() {
  const queryClient = useQueryClient();
  return useCallback(
    (...changed: readonly [Refreshable, ...Refreshable[]]): Promise<void> =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }: Query) => isAffected(queryKey, changed) }),
    [queryClient],
  );
}
