/**
 * The audit log: who did what to which resource, when, and from where. Besides its tables, it owns the file
 * audit-anchors.json in the data folder.
 *
 * Guarantees: a row commits together with what it records and never changes. It is authenticated and numbered when
 * written and becomes part of a keyed chain within a second or two. Any edit, deletion, insertion, swap, or truncation
 * is found: by the running service within a minute (ADR 0008 says how far back), always by `bursar audit verify`, and
 * by anyone with an export and the organization's key.
 */

export { auditAlarms } from "./alarms.ts";
export { actsOn } from "./audit.queries.ts";
export { auditRoutes } from "./audit.routes.ts";
export type { Actor, AuditEntry } from "./audit-entry.ts";
export { auditMetrics } from "./audit-metrics.ts";
export { type AuditRow, findRowsWithin } from "./list-audit.queries.ts";
export { sentenceOf } from "./problem.ts";
export { actorOf, recordAudit } from "./record.ts";
export { findRecordedRows, type RecordedRow } from "./recorded-rows.queries.ts";
export { chainKeyOf, contentOf, microsecondText, proofOf, type RowContent, rowFits } from "./row-code.ts";
export { exportAudit } from "./seals/export.ts";
export { runAuditSealer } from "./seals/seal.ts";
export { verifyAudit } from "./seals/verify.ts";
export { witness } from "./seals/witness.ts";
export { runAuditWatch } from "./watch.ts";
