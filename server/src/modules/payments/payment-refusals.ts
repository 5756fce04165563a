import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

/** Why a payment is not made. The order is the order of the checks: a request with two faults gets the first. */
export const paymentRefusals = {
  internationalWireNotDirect: {
    status: 400,
    title: "Direct send does not make international wires",
    message:
      "International wires go through POST /account/{accountId}/request-send-money, where a person approves them",
  },
  paymentLimitExceeded: {
    status: 403,
    title: "The amount is above the token's limit for one payment",
    message: "This token may move at most {limit} USD in one payment or transfer",
  },
  accountCannotPay: {
    status: 400,
    title: "The account is of a kind that cannot pay others",
    message: "Payments leave from checking and savings accounts: transfer the money to one of those first",
  },
  ledgerInDoubt: {
    status: 503,
    title: "The account's balance does not agree with its postings; payments from it are stopped",
    message: "Payments from this account are stopped until its ledger has been checked by the operator",
  },
  recipientNotFound: {
    status: 400,
    title: "No such recipient, or it was deleted",
    message: "No active recipient with this id exists",
  },
  recipientCannotReceive: {
    status: 400,
    title: "The recipient has no bank details for the payment method",
    message: "{recipient} has no bank details for {paymentMethod}: add them to the recipient or choose another method",
  },
  bankDetailsCoolingOff: {
    status: 400,
    title: "The recipient's bank details changed too lately to be paid to",
    message:
      "The bank details of this recipient changed lately: your organization lets payments to them leave from {until}",
  },
  duplicatePayment: {
    status: 400,
    title: "The same recipient, account, amount and method as a direct send of the last hours",
    message:
      "This repeats transaction {transactionId} made less than {hours} h ago: if it is meant, send it later or through POST /account/{accountId}/request-send-money",
  },
  insufficientFunds: {
    status: 400,
    title: "The available balance does not cover the payment",
    message: "The available balance of {availableBalance} USD does not cover {amount} USD[ and the fee of {fee} USD]",
  },
  tokenDayLimitExceeded: {
    status: 403,
    title: "The payment would exceed the token's limit for one day",
    message: "This token may move at most {limit} USD a day[: {used} USD is used, {remaining} USD remains]",
  },
  categoryNotFound: { status: 400, title: "No such category", message: "No category with this id exists" },
} as const satisfies RefusalTable;

export const refusePayment = refuser(paymentRefusals);
