import {
  type AccountReportFacts,
  accountReport,
  accountStatement,
  debitCreditNotification,
} from "../builders/account-statements.ts";
import { cancellationAnswer, cancellationRequest } from "../builders/cancellations.ts";
import { type CustomerTransferFile, customerTransfers } from "../builders/customer-transfers.ts";
import { customerTransfersV03 } from "../builders/customer-transfers-v03.ts";
import { type NetworkTransfer, networkTransfer } from "../builders/network-transfers.ts";
import type { AgentFacts, PartyFacts } from "../builders/party-elements.ts";
import { customerStatusReport, networkStatusReport, paymentReturn, statusRequest } from "../builders/status-reports.ts";
import type { NamedMessage } from "../messages/message-tables.ts";
import { type CustomerRail, customerPaymentTypes } from "../profiles/customer-rails.ts";

/** Facts of the golden files: one company, its payees, and two banks. */

const CREATED_AT = "2026-11-20T15:00:00-05:00";
const UETR = "8a562c67-ca16-48ba-b074-65581be6f001";

const acme: PartyFacts = {
  name: "Acme Robotics Inc",
  address: {
    streetName: "Market Street",
    buildingNumber: "500",
    postCode: "94105",
    townName: "San Francisco",
    countrySubDivision: "CA",
    country: "US",
  },
  lei: "5493001KJTIIGC8Y1R12",
};
const tern: PartyFacts = {
  name: "Tern Packaging & Sons",
  address: { townName: "Boston", countrySubDivision: "MA", country: "US", addressLines: ["Dock 4, rear entrance"] },
};
const muller: PartyFacts = {
  name: "Mueller Feinmechanik GmbH",
  address: { streetName: "Hauptstrasse", buildingNumber: "12", postCode: "80331", townName: "Muenchen", country: "DE" },
};

const ourBank: AgentFacts = { routingNumber: "021000021", bic: "CHASUS33", name: "JPMorgan Chase Bank" };
const theirBank: AgentFacts = { routingNumber: "011000138" };
const germanBank: AgentFacts = { bic: "DEUTDEMM" };

export const customerFile = (rail: CustomerRail): CustomerTransferFile => {
  const isAbroad = rail === "internationalWire";
  return {
    messageId: "M0197A1B2C3D4",
    createdAt: CREATED_AT,
    initiatingParty: { name: acme.name },
    batches: [
      {
        batchId: "B0197A1B2C3D4",
        type: customerPaymentTypes[rail],
        executionDate: "2026-11-23",
        debtor: acme,
        debtorAccount: { number: { other: "000123456789" }, type: "CACC", currency: "USD" },
        debtorAgent: ourBank,
        transfers: [
          {
            instructionId: "I0197A1B2C3D4",
            endToEndId: "E0197A1B2C3D4",
            uetr: UETR,
            amount: isAbroad ? { Ccy: "EUR", amountMinor: 1_250_075n } : { Ccy: "USD", amountMinor: 1_250_000n },
            creditor: isAbroad ? muller : tern,
            creditorAccount: isAbroad
              ? { number: { iban: "DE89370400440532013000" } }
              : { number: { other: "9876543210" }, type: "CACC" },
            creditorAgent: isAbroad ? germanBank : theirBank,
            ...(isAbroad ? { chargeBearer: "SHAR" as const, purpose: "SUPP" } : {}),
            remittance: "Invoice 2026-1187",
          },
        ],
      },
    ],
  };
};

export const networkFacts: NetworkTransfer = {
  messageId: "20261120MMQFMP9N000042",
  createdAt: CREATED_AT,
  instructionId: "I0197A1B2C3D4",
  endToEndId: "E0197A1B2C3D4",
  uetr: UETR,
  amount: { Ccy: "USD", amountMinor: 1_250_000n },
  settlementDate: "2026-11-20",
  debtor: acme,
  debtorAccount: { number: { other: "000123456789" } },
  debtorAgent: { routingNumber: "021000021" },
  creditorAgent: theirBank,
  creditor: tern,
  creditorAccount: { number: { other: "9876543210" } },
  remittance: "Invoice 2026-1187",
};

export const fedNowFacts: NetworkTransfer = {
  ...networkFacts,
  messageId: "20261120021000021A0000042",
  debtorKind: "business",
};

export const rtpFacts: NetworkTransfer = {
  ...networkFacts,
  messageId: "M20261120021000021T1BBURS0000000042",
  transactionId: "20261120021000021T1BBURS00000000042",
  debtorKind: "business",
};

export const swiftFacts: NetworkTransfer = {
  ...networkFacts,
  messageId: "M0197A1B2C3D4",
  amount: { Ccy: "EUR", amountMinor: 1_250_075n },
  instructedAmount: { Ccy: "EUR", amountMinor: 1_251_575n },
  charges: [{ amount: { Ccy: "EUR", amountMinor: 1_500n }, agent: { bic: "CHASUS33" } }],
  chargeBearer: "SHAR",
  debtorAgent: { bic: "CHASUS33" },
  creditorAgent: germanBank,
  creditor: muller,
  creditorAccount: { number: { iban: "DE89370400440532013000" } },
  purpose: "SUPP",
};

const customerOriginal = { messageId: "M0197A1B2C3D4", messageName: "pain.001.001.09", createdAt: CREATED_AT };
const networkOriginal = { messageId: networkFacts.messageId, messageName: "pacs.008.001.08", createdAt: CREATED_AT };
const transaction = { instructionId: "I0197A1B2C3D4", endToEndId: "E0197A1B2C3D4", uetr: UETR };

export const statementFacts: AccountReportFacts = {
  messageId: "S20261120",
  createdAt: "2026-11-21T04:00:00-05:00",
  statementId: "S20261120-1",
  sequenceNumber: 226n,
  account: { number: { other: "000123456789" }, type: "CACC", currency: "USD" },
  servicer: { routingNumber: "021000021" },
  balances: [
    { code: "OPBD", amountMinor: 10_000_000n, on: "2026-11-20" },
    { code: "CLBD", amountMinor: 8_799_550n, on: "2026-11-20" },
  ],
  entries: [
    {
      amountMinor: 1_250_000n,
      direction: "debit",
      status: "BOOK",
      bookedOn: "2026-11-20",
      valueOn: "2026-11-20",
      bankReference: "WT3260001",
      transactionCode: ["PMNT", "ICDT", "DMCT"],
      transactions: [
        {
          ...transaction,
          messageId: "M0197A1B2C3D4",
          batchId: "B0197A1B2C3D4",
          amountMinor: 1_250_000n,
          imad: "20261120MMQFMP9N000042",
          omad: "20261120F2QCZ00W00002611201458FT03",
          creditor: { name: "Tern Packaging & Sons" },
          remittance: "Invoice 2026-1187",
        },
      ],
    },
    {
      amountMinor: 49_550n,
      direction: "credit",
      status: "BOOK",
      bookedOn: "2026-11-20",
      valueOn: "2026-11-20",
      bankReference: "RT3260007",
      transactionCode: ["PMNT", "RRCT", "RRTN"],
      transactions: [{ endToEndId: "E0197A1B2C3D5", debtor: { name: "Heron Freight" }, returnReason: "AC04" }],
      additionalInformation: "Returned: account closed",
    },
  ],
};

const { balances: _none, ...entriesOnly } = statementFacts;

/** The messages whose files are in testdata, by file name. */
export const goldenMessages: Readonly<Record<string, () => NamedMessage>> = {
  "pain.001.001.09-ach": () => customerTransfers(customerFile("ach")),
  "pain.001.001.09-domestic-wire": () => customerTransfers(customerFile("domesticWire")),
  "pain.001.001.09-international-wire": () => customerTransfers(customerFile("internationalWire")),
  "pain.001.001.09-real-time": () => customerTransfers(customerFile("realTime")),
  "pain.001.001.03-international-wire": () => customerTransfersV03(customerFile("internationalWire")),
  "pain.002.001.10-rejected-payment": () =>
    customerStatusReport({
      messageId: "R0001",
      createdAt: CREATED_AT,
      original: customerOriginal,
      fileStatus: "PART",
      batches: [
        {
          batchId: "B0197A1B2C3D4",
          status: "PART",
          transactions: [
            {
              statusId: "R0001-1",
              original: transaction,
              status: "ACSC",
              acceptedAt: CREATED_AT,
              bankReference: "WT3260001",
              networkReference: "20261120MMQFMP9N000042",
            },
            {
              statusId: "R0001-2",
              original: { instructionId: "I0197A1B2C3D5", endToEndId: "E0197A1B2C3D5" },
              status: "RJCT",
              reasons: [{ code: "AC04", lines: ["Account closed"] }],
            },
          ],
        },
      ],
    }),
  "pacs.008.001.08-fedwire": () => networkTransfer("fedwire", networkFacts),
  "pacs.008.001.08-rtp": () => networkTransfer("rtp", rtpFacts),
  "pacs.008.001.08-fednow": () => networkTransfer("fednow", fedNowFacts),
  "pacs.008.001.08-swift": () => networkTransfer("swift", swiftFacts),
  "pacs.002.001.10-accepted": () =>
    networkStatusReport({
      messageId: "N0001",
      createdAt: CREATED_AT,
      original: networkOriginal,
      transactions: [{ original: transaction, status: "ACSC", acceptedAt: CREATED_AT, networkReference: "42" }],
      instructingAgent: { routingNumber: "011000138" },
      instructedAgent: { routingNumber: "021000021" },
    }),
  "pacs.004.001.10-returned": () =>
    paymentReturn({
      messageId: "20261123MMQFMP9N000007",
      createdAt: "2026-11-23T09:30:00-05:00",
      clearingSystem: "FDW",
      returnId: "RT0001",
      original: networkOriginal,
      transaction,
      originalAmount: networkFacts.amount,
      returnedAmount: { Ccy: "USD", amountMinor: 1_248_000n },
      settlementDate: "2026-11-23",
      reason: { code: "AC04", lines: ["Account closed"] },
    }),
  "pacs.028.001.03-status-request": () =>
    statusRequest({
      messageId: "Q0001",
      createdAt: "2026-11-20T15:00:30-05:00",
      original: networkOriginal,
      transaction,
      instructingAgent: { routingNumber: "021000021" },
      instructedAgent: { routingNumber: "011000138" },
    }),
  "camt.052.001.08-report": () =>
    accountReport({ ...statementFacts, balances: [{ code: "ITBD", amountMinor: -4_500n, on: "2026-11-20" }] }),
  "camt.053.001.08-statement": () => accountStatement(statementFacts),
  "camt.054.001.08-notification": () => debitCreditNotification(entriesOnly),
  "camt.056.001.08-cancellation-request": () =>
    cancellationRequest({
      assignmentId: "C0001",
      createdAt: CREATED_AT,
      assigner: { routingNumber: "021000021" },
      assignee: theirBank,
      original: networkOriginal,
      transaction,
      amount: networkFacts.amount,
      settlementDate: "2026-11-20",
      reason: { code: "DUPL" },
    }),
  "camt.029.001.09-cancellation-rejected": () =>
    cancellationAnswer({
      assignmentId: "A0001",
      createdAt: "2026-11-23T09:30:00-05:00",
      assigner: theirBank,
      assignee: { routingNumber: "021000021" },
      caseId: "C0001",
      caseCreator: { routingNumber: "021000021" },
      confirmation: "RJCR",
      original: networkOriginal,
      transaction,
      reason: { code: "LEGL", lines: ["The payee does not agree"] },
    }),
};
