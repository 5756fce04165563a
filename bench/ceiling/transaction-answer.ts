import type { DirectSendBody } from "../../server/src/modules/4-payments/payments/send/payment-instruction.ts";
import type { Transaction } from "../../server/src/modules/4-payments/payments/transactions/transaction.ts";

/** A Transaction as direct send returns it, with the request's values in the same places. */
export function transactionAnswer(accountId: string, body: DirectSendBody): Transaction {
  const id = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";
  return {
    id,
    accountId,
    amount: -body.amount,
    status: "pending",
    kind: "outgoingPayment",
    createdAt: "2026-03-02T15:04:05.678Z",
    estimatedDeliveryDate: "2026-03-03T22:00:00.000Z",
    postedAt: null,
    failedAt: null,
    reasonForFailure: null,
    counterpartyId: body.recipientId,
    counterpartyName: "Recipient 17",
    counterpartyNickname: null,
    bankDescription: "ACH payment to Recipient 17",
    externalMemo: body.externalMemo ?? null,
    note: body.note ?? null,
    dashboardLink: `http://127.0.0.1:8080/dashboard/transactions/${id}`,
    requestId: null,
    feeId: null,
    trackingNumber: null,
    checkNumber: null,
    attachments: [],
    relatedTransactions: [],
    glAllocations: [],
    generalLedgerCodeName: null,
    categoryData: null,
    mercuryCategory: null,
    compliantWithReceiptPolicy: true,
    hasGeneratedReceipt: false,
    cardId: null,
    creditAccountPeriodId: null,
    merchant: null,
    currencyExchangeInfo: null,
    details: {
      address: null,
      electronicRoutingInfo: {
        accountNumber: "000123456789",
        routingNumber: "021000021",
        bankName: null,
        address: {
          address1: "1 Main Street",
          address2: null,
          city: "Springfield",
          region: "IL",
          postalCode: "62701",
          country: "US",
        },
        electronicAccountType: "businessChecking",
      },
      domesticWireRoutingInfo: null,
      internationalWireRoutingInfo: null,
      creditCardInfo: null,
      debitCardInfo: null,
    },
  };
}
