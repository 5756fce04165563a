import type { ScopeName } from "#records/identity";
import type { MailKind } from "#records/mail";
import type { PermissionName } from "#records/people";

/** What users choose about together, in the order in which the profile lists them. */
export const kindGroups = [
  "approvals",
  "decisions",
  "conversations",
  "ownPayments",
  "otherPayments",
  "changes",
  "webhooks",
  "bank",
  "statements",
] as const;
export type KindGroup = (typeof kindGroups)[number];

/** What a notification is about. Users without the right to open it are not notified. */
export const subjectTypes = {
  approvalRequest: { needs: "fetchSendMoneyRequests", path: (id) => `approvals/${id}` },
  paymentBatch: { needs: "fetchSendMoneyRequests", path: (id) => `approvals/batches/${id}` },
  recurringPayment: { needs: "fetchSendMoneyRequests", path: (id) => `scheduled/recurring/${id}` },
  transaction: { needs: "fetchTransactions", path: (id) => `transactions/${id}` },
  recipient: { needs: "fetchRecipients", path: (id) => `recipients/${id}` },
  // Who may confirm a change depends on the change.
  controlChange: { needs: undefined, path: () => "settings/changes" },
  webhook: { needs: "fetchWebhooks", path: (id) => `settings/webhooks/${id}` },
  bankFile: { needs: "bankFiles", path: (id) => `bank-files/${id}` },
  bankFiles: { needs: "bankFiles", path: () => "bank-files" },
  bankNotices: { needs: "bankFiles", path: () => "bank-files/notices" },
  checkExceptions: { needs: "bankFiles", path: () => "bank-files/check-exceptions" },
  reconciliation: { needs: "bankFiles", path: () => "reconciliation" },
  // A case, or the organization whose screener does not answer.
  screening: { needs: undefined, path: () => "settings/screening" },
  statement: { needs: "fetchAccountStatements", path: () => "statements" },
} as const satisfies Readonly<Record<string, SubjectSpec>>;
export type NotificationSubjectType = keyof typeof subjectTypes;

interface SubjectSpec {
  readonly needs: ScopeName | PermissionName | undefined;
  /** Below `/dashboard/`. */
  readonly path: (id: string) => string;
}

interface KindSpec {
  readonly group: KindGroup;
  /** The kind of its email, by which emails of an hour are counted. */
  readonly mail: MailKind;
  /** It asks for an action, and is done when anybody has taken it. */
  readonly asks?: true;
}

/** What users are notified of. A new kind also needs a sentence (sentences.ts). */
export const notificationKinds = {
  approvalRequested: { group: "approvals", mail: "approvalNeeded", asks: true },
  batchRequested: { group: "approvals", mail: "approvalNeeded", asks: true },
  requestApproved: { group: "decisions", mail: "notification" },
  requestRejected: { group: "decisions", mail: "notification" },
  requestWithdrawn: { group: "decisions", mail: "notification" },
  batchDecided: { group: "decisions", mail: "notification" },
  fileReady: { group: "decisions", mail: "notification" },
  mentioned: { group: "conversations", mail: "notification" },
  commented: { group: "conversations", mail: "notification" },
  questionAsked: { group: "conversations", mail: "notification", asks: true },
  questionAnswered: { group: "conversations", mail: "notification" },
  ownPaymentProblem: { group: "ownPayments", mail: "paymentFailed", asks: true },
  otherPaymentProblem: { group: "otherPayments", mail: "paymentFailed", asks: true },
  detailsToConfirm: { group: "changes", mail: "notification", asks: true },
  detailsDecided: { group: "decisions", mail: "notification" },
  changeToConfirm: { group: "changes", mail: "notification", asks: true },
  changeDecided: { group: "decisions", mail: "notification" },
  webhookFailing: { group: "webhooks", mail: "notification", asks: true },
  bankAttention: { group: "bank", mail: "bankFileAlert", asks: true },
  screeningMatch: { group: "bank", mail: "bankFileAlert", asks: true },
  screenerFailing: { group: "bank", mail: "bankFileAlert", asks: true },
  statementsReady: { group: "statements", mail: "statementReady" },
} as const satisfies Readonly<Record<string, KindSpec>>;
export type NotificationKind = keyof typeof notificationKinds;

// The names of an object's own members.
export const notificationKindNames = Object.keys(notificationKinds) as readonly NotificationKind[];
export const subjectTypeNames = Object.keys(subjectTypes) as readonly NotificationSubjectType[];
export const isNotificationKind = (text: string): text is NotificationKind => Object.hasOwn(notificationKinds, text);
export const isSubjectType = (text: string): text is NotificationSubjectType => Object.hasOwn(subjectTypes, text);

/** Whether a user with these rights can open what a notification is about. */
export function mayOpen(type: NotificationSubjectType, held: ReadonlySet<string>): boolean {
  const { needs } = subjectTypes[type];
  return needs === undefined || held.has(needs);
}

/** Where a notification leads, in the dashboard. */
export const pathOf = (type: NotificationSubjectType, id: string): string => subjectTypes[type].path(id);
