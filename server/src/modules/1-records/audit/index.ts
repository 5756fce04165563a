/**
 * Recording the audit log: who did what to which resource, when, and from where. Whatever changes something records it
 * here; modules/1-records/audit/trail lists, seals, and verifies what was recorded.
 *
 * Guarantees: a row commits together with what it records and never changes; it is authenticated and numbered when
 * written, so that nobody can change, insert, or renumber one unnoticed without the key.
 */
export { type AuditAction, auditActions, type ListedAction } from "./actions.ts";
export type { Actor, AuditEntry } from "./audit-entry.ts";
export { actorOf, recordAudit } from "./record.ts";
export { findRecordedRows, instantText, type RecordedRow } from "./recorded-rows.queries.ts";
export {
  type ChainKey,
  chainKeyOf,
  contentColumns,
  contentOf,
  microsecondText,
  netstring,
  proofOf,
  type RowContent,
  rowFits,
  type SealedRow,
} from "./row-code.ts";
export { streamName, type WitnessedRow, witness, witnessedStreams, witnessNumber } from "./witness.ts";
