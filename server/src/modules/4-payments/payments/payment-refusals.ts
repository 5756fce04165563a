import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** Why a payment is rejected, in the order of the checks: a request with two faults gets the first. */
export const paymentRefusals = {
  internationalWireNotDirect: {
    status: 400,
    title: "Direct send does not support international wires",
    message: "International wires need approval. Submit them with POST /account/{accountId}/request-send-money.",
  },
  paymentLimitExceeded: {
    status: 403,
    title: "The amount is above the token's limit for one payment",
    message:
      "This token may move at most {limit} USD in one payment or transfer. Send a smaller amount, or use another token.",
  },
  accountNotAllowed: {
    status: 403,
    title: "The token is limited to other accounts",
    message:
      "This token may not move money from or to account {accountId}. Use one of the accounts in limits.accountIds of GET /token, or another token.",
  },
  recipientNotAllowed: {
    status: 403,
    title: "The token is limited to other recipients",
    message:
      "This token may not pay recipient {recipientId}. Pay one of the recipients in limits.recipientIds of GET /token, or use another token.",
  },
  accountCannotPay: {
    status: 400,
    title: "The account type cannot send payments",
    message: "Payments can be sent only from checking and savings accounts. Transfer the money to one of those first.",
  },
  ledgerInDoubt: {
    status: 503,
    title: "The account's balance does not match its postings, so payments from it are stopped",
    message:
      "Payments from this account are stopped until a server administrator has checked its ledger. Pay from another account, or contact your server administrator.",
  },
  sameDayUnavailable: {
    status: 400,
    title: "The account's bank offers no same-day ACH",
    message:
      "The bank connection of this account has no same-day cut-offs. Leave out achFields.settlement, or use another method.",
  },
  sameDayLimitExceeded: {
    status: 400,
    title: "The amount is above the bank's limit for a same-day ACH payment",
    message:
      "The bank takes at most {limit} USD in one same-day payment. Leave out achFields.settlement, or use another method.",
  },
  sameDayCutOffPassed: {
    status: 400,
    title: "The payment cannot settle today: the last same-day file has left",
    message:
      "Payments that settle on the same day leave by {lastAt} New York time on banking days. Send or approve it before then, or leave out achFields.settlement.",
  },
  recipientAddressMissing: {
    status: 400,
    title: "The recipient's address is missing, and banks require it for international wires",
    message:
      "International wires need the address of {recipient}. Add it to the recipient's international bank details, in the dashboard or through an invite.",
  },
  recipientNotFound: {
    status: 400,
    title: "The recipient does not exist or was deleted",
    message: "No active recipient with this ID exists. Choose another recipient, or add one.",
  },
  recipientCannotReceive: {
    status: 400,
    title: "The recipient has no bank details for the payment method",
    message:
      "{recipient} has no bank details for {paymentMethod}. Add them to the recipient, or choose another method.",
  },
  recipientNameUnwritable: {
    status: 400,
    title: "The recipient's name cannot be written in banks' files",
    message:
      "The name {recipient} cannot be written in payments: banks' files have Latin letters only. Change the recipient's name to the spelling that their bank has; the nickname can keep this one.",
  },
  bankDetailsCoolingOff: {
    status: 400,
    title: "The recipient's bank details changed recently",
    message:
      "The bank details of this recipient changed recently. Payments to this recipient are on hold until {until}.",
  },
  duplicatePayment: {
    status: 400,
    title: "A direct send of the last hours has the same recipient, account, amount, and method",
    message:
      "This repeats transaction {transactionId} made less than {hours} h ago. If that is intended, send it later, or with POST /account/{accountId}/request-send-money.",
  },
  insufficientFunds: {
    status: 400,
    title: "The available balance does not cover the payment",
    message:
      "The available balance of {availableBalance} USD does not cover {amount} USD[ and the fee of {fee} USD]. Add money to the account, or send less.",
  },
  alreadyReturned: {
    status: 400,
    title: "The transaction was returned before",
    message: "This transaction was already returned, by transaction {returnId}.",
  },
  tokenDayLimitExceeded: {
    status: 403,
    title: "The payment would exceed the token's limit for one day",
    message:
      "This token may move at most {limit} USD per day[: {used} USD is used, {remaining} USD remains]. Send the payment on another day, or use another token.",
  },
  tokenMonthLimitExceeded: {
    status: 403,
    title: "The payment would exceed the token's limit for one month",
    message:
      "This token may move at most {limit} USD per month: {used} USD is used, {remaining} USD remains. Send the payment in another month, or use another token.",
  },
  tokenPaymentsPerDayExceeded: {
    status: 403,
    title: "The token has made as many payments as it may in one day",
    message:
      "This token may make at most {limit} payments, transfers, and requests per day, and has made them. Send the payment on another day, or use another token.",
  },
  categoryNotFound: {
    status: 400,
    title: "The category does not exist",
    message: "No category with this ID exists. Choose another category.",
  },
} as const satisfies RefusalTable;

/** The refusal to throw, with its details filled in. */
export const refusePayment = refuser(paymentRefusals);
