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

/** A message's element below `Document`, and its table. */
interface MessageTable<T extends SequenceType> {
  readonly element: string;
  readonly type: T;
}

/** Named, because the compiler could not write the inferred type into a declaration file. */
interface MessageTables {
  readonly "pain.001.001.03": MessageTable<typeof CustomerCreditTransferInitiationV03>;
  readonly "pain.001.001.09": MessageTable<typeof CustomerCreditTransferInitiationV09>;
  readonly "pain.002.001.10": MessageTable<typeof CustomerPaymentStatusReportV10>;
  readonly "pacs.002.001.10": MessageTable<typeof FIToFIPaymentStatusReportV10>;
  readonly "pacs.004.001.10": MessageTable<typeof PaymentReturnV10>;
  readonly "pacs.008.001.08": MessageTable<typeof FIToFICustomerCreditTransferV08>;
  readonly "pacs.028.001.03": MessageTable<typeof FIToFIPaymentStatusRequestV03>;
  readonly "camt.029.001.09": MessageTable<typeof ResolutionOfInvestigationV09>;
  readonly "camt.052.001.08": MessageTable<typeof BankToCustomerAccountReportV08>;
  readonly "camt.053.001.02": MessageTable<typeof BankToCustomerStatementV02>;
  readonly "camt.053.001.08": MessageTable<typeof BankToCustomerStatementV08>;
  readonly "camt.054.001.08": MessageTable<typeof BankToCustomerDebitCreditNotificationV08>;
  readonly "camt.056.001.08": MessageTable<typeof FIToFIPaymentCancellationRequestV08>;
}

/** The messages by their identifier. */
export const messageTables: MessageTables = {
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
};

/** `pain.001.001.09` and the others that this library reads and writes. */
export type MessageName = keyof MessageTables;

/** What is inside the message's element, by the names of ISO 20022: `{ GrpHdr: …, PmtInf: […] }`. */
export type MessageContent<M extends MessageName> = ValueOf<MessageTables[M]["type"]>;

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
