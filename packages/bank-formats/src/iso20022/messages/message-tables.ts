import type { SequenceType, ValueOf } from "../schema/element-types.ts";
import {
  BankToCustomerAccountReportV08,
  BankToCustomerDebitCreditNotificationV08,
  BankToCustomerStatementV08,
  CustomerCreditTransferInitiationV09,
  CustomerPaymentStatusReportV10,
  FIToFICustomerCreditTransferV08,
  FIToFIPaymentCancellationRequestV08,
  FIToFIPaymentStatusReportV10,
  FIToFIPaymentStatusRequestV03,
  PaymentReturnV10,
  ResolutionOfInvestigationV09,
} from "./generated.ts";
import { CustomerCreditTransferInitiationV03 } from "./version-2009/customer-transfer.ts";
import { BankToCustomerStatementV02 } from "./version-2009/statement.ts";

/** The messages by their identifier, each with the element below `Document` and its table. */
export const messageTables = {
  "pain.001.001.03": { element: "CstmrCdtTrfInitn", type: CustomerCreditTransferInitiationV03 },
  "pain.001.001.09": { element: "CstmrCdtTrfInitn", type: CustomerCreditTransferInitiationV09 },
  "pain.002.001.10": { element: "CstmrPmtStsRpt", type: CustomerPaymentStatusReportV10 },
  "pacs.002.001.10": { element: "FIToFIPmtStsRpt", type: FIToFIPaymentStatusReportV10 },
  "pacs.004.001.10": { element: "PmtRtr", type: PaymentReturnV10 },
  "pacs.008.001.08": { element: "FIToFICstmrCdtTrf", type: FIToFICustomerCreditTransferV08 },
  "pacs.028.001.03": { element: "FIToFIPmtStsReq", type: FIToFIPaymentStatusRequestV03 },
  "camt.029.001.09": { element: "RsltnOfInvstgtn", type: ResolutionOfInvestigationV09 },
  "camt.052.001.08": { element: "BkToCstmrAcctRpt", type: BankToCustomerAccountReportV08 },
  "camt.053.001.02": { element: "BkToCstmrStmt", type: BankToCustomerStatementV02 },
  "camt.053.001.08": { element: "BkToCstmrStmt", type: BankToCustomerStatementV08 },
  "camt.054.001.08": { element: "BkToCstmrDbtCdtNtfctn", type: BankToCustomerDebitCreditNotificationV08 },
  "camt.056.001.08": { element: "FIToFIPmtCxlReq", type: FIToFIPaymentCancellationRequestV08 },
} as const satisfies Readonly<Record<string, { readonly element: string; readonly type: SequenceType }>>;

/** `pain.001.001.09` and the others that this library reads and writes. */
export type MessageName = keyof typeof messageTables;

/** What is inside the message's element, by the names of ISO 20022: `{ GrpHdr: …, PmtInf: […] }`. */
export type MessageContent<M extends MessageName> = ValueOf<(typeof messageTables)[M]["type"]>;

/** A message that was read; `name` tells which. */
export type NamedMessage<M extends MessageName = MessageName> = {
  [N in M]: { readonly name: N; readonly content: MessageContent<N> };
}[M];

const isMessageName = (name: string): name is MessageName => Object.hasOwn(messageTables, name);

/** All messages of this library. */
export const messageNames: readonly MessageName[] = Object.keys(messageTables).filter(isMessageName);

/** `urn:iso:std:iso:20022:tech:xsd:` and the message's identifier are its XML namespace. */
export const NAMESPACE_START = "urn:iso:std:iso:20022:tech:xsd:";

/** The message of a namespace; undefined if this library does not know it. */
export function findMessageOfNamespace(namespace: string): MessageName | undefined {
  const name = namespace.startsWith(NAMESPACE_START) ? namespace.slice(NAMESPACE_START.length) : "";
  return isMessageName(name) ? name : undefined;
}
