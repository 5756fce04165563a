import type { AccountId, Id } from "#kernel/values/ids.ts";
import type { OrderId } from "#money/treasury";

/** Documents of treasury accounts (wire contract §4.10). The first two are generated; all can be the custodian's. */
export const documentTypes = [
  "MonthlyStatement",
  "TradeConfirmation",
  "1099",
  "1099R",
  "1042S",
  "5498",
  "5498ESA",
  "1099Q",
  "FMV",
  "SDIRA",
] as const;
export type DocumentType = (typeof documentTypes)[number];
export type DocumentId = Id<"treasuryDocument">;

/** A row of treasury_documents. */
export interface TreasuryDocument {
  readonly documentId: DocumentId;
  readonly accountId: AccountId;
  readonly documentType: DocumentType;
  readonly description: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly orderId: OrderId | null;
  readonly afterNumber: bigint | null;
  readonly throughNumber: bigint | null;
  readonly createdAt: Date;
}
