import { methodTable } from "bursar-banking/identifiers/payment-method";
import type { ListedAction } from "#records/audit";

/** `limitPerPayment` becomes "Limit per payment"; an acronym keeps its letters. */
export function humanized(name: string): string {
  const words = name
    .replaceAll("_", " ")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(" ")
    .map((word) => acronyms[word] ?? word)
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
const acronyms: Readonly<Record<string, string>> = {
  ach: "ACH",
  api: "API",
  ein: "EIN",
  id: "ID",
  ids: "IDs",
  ip: "IP",
  url: "URL",
  csv: "CSV",
  pgp: "PGP",
  sftp: "SFTP",
  swift: "SWIFT",
  po: "PO",
  cc: "CC",
};

export const methodInWords = (method: string): string =>
  Object.entries(methodTable).find(([known]) => known === method)?.[1].inSentence ?? humanized(method).toLowerCase();

/** Resource types as users choose them. */
export const typeLabels: Readonly<Record<string, string>> = {
  account: "Accounts",
  approvalBatch: "Batches of approval requests",
  approvalRequest: "Approval requests",
  approvalRule: "Approval rules",
  bankConnection: "Bank connections",
  bankFile: "Bank files",
  bankFileItem: "Open items of bank files",
  bankMatch: "Bank matches",
  bankNotice: "Bank notices",
  category: "Categories",
  categoryRule: "Category rules",
  categoryRuleRun: "Runs of category rules",
  controlChange: "Changes that take two people",
  invitation: "Invitations of users",
  invoice: "Invoices",
  invoiceCustomer: "Invoice customers",
  organization: "Organization",
  passkey: "Passkeys",
  recipient: "Recipients",
  recipientInvite: "Recipient invites",
  recurringPayment: "Recurring payments",
  savedView: "Saved views",
  screeningCase: "Cases of screening",
  session: "Sessions",
  statement: "Statements",
  token: "API tokens",
  transaction: "Transactions",
  treasuryOrder: "Treasury orders",
  treasuryStatement: "Treasury documents",
  user: "Users",
  webhook: "Webhooks",
};

/** The first half of an action, as the group and the beginning of its label. */
const resources: Readonly<Record<string, readonly [group: string, thing: string]>> = {
  account: ["Accounts", "Account"],
  approvalBatch: ["Approvals", "Batch"],
  approvalRequest: ["Approvals", "Approval request"],
  approvalRule: ["Approvals", "Approval rule"],
  approverLimit: ["Approvals", "Approval limit"],
  attachment: ["Payments", "File"],
  bankConnection: ["Bank", "Bank connection"],
  bankFile: ["Bank", "Bank file"],
  bankFileItem: ["Bank", "Open item"],
  bankMatch: ["Bank", "Bank match"],
  bankNotice: ["Bank", "Bank notice"],
  category: ["Categories", "Category"],
  categoryRule: ["Categories", "Category rule"],
  categoryRules: ["Categories", "Category rules"],
  check: ["Payments", "Check"],
  checks: ["Payments", "Checks"],
  controlChange: ["Settings", "Change that takes two people"],
  debit: ["Payments", "Debit"],
  deposit: ["Payments", "Deposit"],
  incomingPayment: ["Invoices", "Incoming payment"],
  invoice: ["Invoices", "Invoice"],
  invoiceCustomer: ["Invoices", "Invoice customer"],
  key: ["Settings", "Encryption key"],
  ledger: ["Accounts", "Account"],
  organization: ["Settings", "Organization"],
  recipient: ["Recipients", "Recipient"],
  recipientInvite: ["Recipients", "Recipient invite"],
  recurringPayment: ["Payments", "Recurring payment"],
  savedView: ["Settings", "Saved view"],
  screener: ["Settings", "Screener"],
  screeningCase: ["Recipients", "Case of screening"],
  screeningList: ["Settings", "Screening list"],
  session: ["Users", "Session"],
  statement: ["Accounts", "Statement"],
  token: ["Settings", "API token"],
  transaction: ["Payments", "Payment"],
  transfer: ["Payments", "Transfer"],
  treasury: ["Treasury", "Treasury"],
  treasuryOrder: ["Treasury", "Treasury order"],
  user: ["Users", "User"],
  webhook: ["Settings", "Webhook"],
};

/** Verbs whose participle is not their own form with "ed". */
const participles: Readonly<Record<string, string>> = {
  update: "changed",
  withdraw: "withdrawn",
  undo: "undone",
  send: "sent",
  resend: "resent",
  reveal: "number viewed",
  overtake: "overtaken",
  set: "set",
  pay: "paid",
  cancel: "canceled",
  stop: "stopped",
  apply: "applied",
  done: "done",
  retry: "retried",
  propose: "proposed",
  rehearse: "rehearsed",
};

const labels: Readonly<Partial<Record<ListedAction, string>>> = {
  "approvalBatch.group": "Approval requests grouped as a batch",
  "approvalBatch.remove": "Payments removed from a batch",
  "approvalBatch.ungroup": "Batch ungrouped",
  "approvalRequest.termsChanged": "Approval request needs new approvals",
  "approvalRequest.comment": "Comment on an approval request",
  "approvalRequest.ask": "Approval request sent back",
  "approvalRequest.answer": "Question answered",
  "approvalRequest.withdrawQuestion": "Question withdrawn",
  "bankConnection.goLive": "Bank connection live",
  "bankFile.markSent": "Bank file marked as sent",
  "bankFile.accept": "Bank file applied anyway",
  "check.confirmStop": "Check stop confirmed",
  "invoice.collect": "Invoice debit authorized",
  "invoice.email": "Invoice emailed",
  "invoice.lessen": "Invoice match undone",
  "invoice.payPart": "Invoice partly paid",
  "invoice.renewLink": "Invoice link renewed",
  "invoice.release": "Invoice debit rejected",
  "ledger.clear": "Account released",
  "organization.changeInvoiceSettings": "Invoice settings changed",
  "organization.changeSettings": "Settings changed",
  "organization.setAddress": "Address changed",
  "organization.setDetails": "Details changed",
  "organization.setPlan": "Plan changed",
  "recipient.bankDetailsChanged": "Bank details changed",
  "recipient.bankDetailsDeclined": "Bank details declined",
  "recipient.bankDetailsOvertaken": "Bank details overtaken",
  "recipient.bankDetailsProposed": "Bank details proposed",
  "recipient.changeNotified": "Bank details reported by the bank",
  "recipient.nameChanged": "Recipient renamed",
  "recipient.nameDeclined": "Recipient name declined",
  "recipient.nameOvertaken": "Recipient name overtaken",
  "recipient.nameProposed": "Recipient name proposed",
  "recurringPayment.refuseOccurrence": "Payment of a recurring payment not requested",
  "recurringPayment.restoreOccurrence": "Skipped payment restored",
  "recurringPayment.skipOccurrence": "Payment of a recurring payment skipped",
  "session.create": "Signed in",
  "session.end": "Signed out",
  "session.endAll": "All sessions ended",
  "session.stepUp": "Identity confirmed",
  "transaction.chargeFee": "Wire fee charged",
  "transaction.comment": "Comment on a payment",
  "transaction.confirm": "Payment sent",
  "transaction.markHandled": "Failed payment marked as handled",
  "transaction.undoHandled": "Failed payment no longer marked as handled",
  "transfer.fail": "Transfer failed",
  "treasury.changeSweep": "Treasury sweep changed",
  "treasury.chooseYield": "Treasury yield chosen",
  "treasury.import": "Treasury activity imported",
  "treasury.importDocument": "Treasury document imported",
  "treasuryOrder.canceled": "Treasury order canceled",
  "treasuryOrder.executed": "Treasury order executed",
  "treasuryOrder.placed": "Treasury order placed",
  "treasuryOrder.rejected": "Treasury order rejected",
  "treasuryOrder.settled": "Treasury order settled",
  "user.addPasskey": "Passkey added",
  "user.changePassword": "Password changed",
  "user.chooseEmails": "Email notifications changed",
  "user.disableSecondFactor": "Authenticator app turned off",
  "user.enableSecondFactor": "Authenticator app turned on",
  "user.forgotPassword": "Password reset requested",
  "user.makeResetLink": "Password reset link created",
  "user.removePasskey": "Passkey removed",
  "user.renamePasskey": "Passkey renamed",
  "user.resetPassword": "Password reset",
  "user.withdrawInvitation": "User invitation withdrawn",
  "webhook.rotateSecret": "Webhook secret replaced",
};

/** "Approvals" and "Approval request approved". */
export function actionLabel(action: ListedAction): { readonly group: string; readonly label: string } {
  const [of = "", verb = ""] = action.split(".");
  const [group, resource] = resources[of] ?? ["Other", humanized(of)];
  return {
    group,
    label: labels[action] ?? `${resource} ${participles[verb] ?? `${verb}${verb.endsWith("e") ? "d" : "ed"}`}`,
  };
}
