/**
 * Every action that this version records, by what it is done to. The compiler accepts no other action in an audit entry,
 * and the audit log has a sentence for each (`audit-trail/sentences`). Older releases may have recorded others.
 */
const verbs = {
  account: ["open", "reveal"],
  approvalRequest: [
    "create",
    "approve",
    "reject",
    "withdraw",
    "termsChanged",
    "reopen",
    "comment",
    "ask",
    "answer",
    "withdrawQuestion",
  ],
  approvalRule: ["create", "update"],
  approverLimit: ["set"],
  attachment: ["upload", "delete"],
  bankConnection: ["create", "update", "test", "rehearse", "goLive", "remove"],
  bankFile: ["send", "download", "resend", "markSent", "retry", "dismiss"],
  bankMatch: ["create", "undo"],
  bankNotice: ["done"],
  category: ["create", "update", "delete"],
  categoryRule: ["create", "update", "delete"],
  categoryRules: ["apply"],
  check: ["stop", "confirmStop"],
  checks: ["mail"],
  controlChange: ["propose", "confirm", "decline", "overtake", "withdraw"],
  debit: ["create"],
  deposit: ["create", "return"],
  incomingPayment: ["ignore", "restore"],
  invoice: ["create", "update", "cancel", "collect", "release", "pay", "payPart", "reopen", "lessen", "email"],
  invoiceCustomer: ["create", "update", "delete"],
  key: ["rotate"],
  ledger: ["stop", "clear"],
  organization: ["create", "setPlan", "setAddress", "setDetails", "changeSettings", "changeInvoiceSettings"],
  recipient: [
    "create",
    "update",
    "delete",
    "reveal",
    "changeNotified",
    "bankDetailsChanged",
    "bankDetailsProposed",
    "bankDetailsDeclined",
    "bankDetailsOvertaken",
    "nameChanged",
    "nameProposed",
    "nameDeclined",
    "nameOvertaken",
  ],
  recipientInvite: ["create", "resend", "withdraw", "complete"],
  recurringPayment: ["create", "update", "stop", "end", "skipOccurrence", "restoreOccurrence", "refuseOccurrence"],
  savedView: ["create", "update", "delete"],
  session: ["create", "end", "endAll", "stepUp"],
  statement: ["create"],
  token: ["create", "confirm", "revoke"],
  transaction: [
    "create",
    "update",
    "confirm",
    "reject",
    "block",
    "cancel",
    "return",
    "chargeFee",
    "markHandled",
    "undoHandled",
    "comment",
  ],
  transfer: ["create", "fail", "return"],
  treasury: ["changeSweep", "chooseYield", "import", "importDocument"],
  treasuryOrder: ["placed", "executed", "settled", "rejected", "canceled"],
  user: [
    "create",
    "invite",
    "withdrawInvitation",
    "update",
    "lock",
    "unlock",
    "changePassword",
    "forgotPassword",
    "makeResetLink",
    "resetPassword",
    "enableSecondFactor",
    "disableSecondFactor",
    "addPasskey",
    "renamePasskey",
    "removePasskey",
    "chooseEmails",
  ],
  webhook: ["create", "update", "delete", "rotateSecret", "resend", "disable"],
} as const;

type Verbs = typeof verbs;

/** What a treasury account gains or loses is recorded by its type in the API (`treasury.interestPosted`). */
export type TreasuryGainAction =
  `treasury.${string}${"Posted" | "Failed" | "Canceled" | "Refunded" | "Complete" | "Returned" | "Settled" | "Rejected" | "Txn"}`;

export type ListedAction = { [Of in keyof Verbs]: `${Of}.${Verbs[Of][number]}` }[keyof Verbs];
export type AuditAction = ListedAction | TreasuryGainAction;

export const auditActions: readonly ListedAction[] = Object.entries(verbs).flatMap(([of, names]) =>
  names.map((name) => `${of}.${name}` as ListedAction),
);
