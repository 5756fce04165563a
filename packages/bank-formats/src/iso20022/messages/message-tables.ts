import type { SequenceType, ValueOf } from "../schema/element-types.ts";
import { ResolutionOfInvestigationV09 } from "./camt-029.ts";
import { BankToCustomerAccountReportV08 } from "./camt-052.ts";
import { BankToCustomerStatementV08 } from "./camt-053.ts";
import { BankToCustomerStatementV02 } from "./camt-053-v02.ts";
import { BankToCustomerDebitCreditNotificationV08 } from "./camt-054.ts";
import { FIToFIPaymentCancellationRequestV08 } from "./camt-056.ts";
import { FIToFIPaymentStatusReportV10 } from "./pacs-002.ts";
import { PaymentReturnV10 } from "./pacs-004.ts";
import { FIToFICustomerCreditTransferV08 } from "./pacs-008.ts";
import { FIToFIPaymentStatusRequestV03 } from "./pacs-028.ts";
import { CustomerCreditTransferInitiationV09 } from "./pain-001.ts";
import { CustomerCreditTransferInitiationV03 } from "./pain-001-v03.ts";
import { CustomerPaymentStatusReportV10 } from "./pain-002.ts";

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
