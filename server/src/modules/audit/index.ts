/**
 * The audit log: who did what to what, from where, when. Besides its tables, it owns the file
 * audit-anchors.json in the data folder.
 *
 * Promises: a row commits together with what it records and is never changed. It is authenticated and numbered when it is
 * written and becomes part of a keyed chain within a second or two. Any edit, deletion, insertion, swap, or cut is found: by
 * the running service within a minute (ADR 0008 says how far back), by `bursar audit verify` always, and by anyone who has
 * an export and the organization's key.
 */

export { auditAlarms } from "./alarms.ts";
export { actsOn } from "./audit.queries.ts";
export { auditRoutes } from "./audit.routes.ts";
export type { Actor, AuditEntry } from "./audit-entry.ts";
export { auditMetrics } from "./audit-metrics.ts";
export { type AuditRow, findRowsWithin } from "./list-audit.queries.ts";
export { sentenceOf } from "./problem.ts";
export { provenPayments } from "./proven-payments.ts";
export { actorOf, recordAudit } from "./record.ts";
export { chainKeyOf, contentOf, microsecondText, proofOf, type RowContent } from "./row-code.ts";
export { exportAudit } from "./seals/export.ts";
export { runAuditSealer } from "./seals/seal.ts";
export { verifyAudit } from "./seals/verify.ts";
export { witness } from "./seals/witness.ts";
export { runAuditWatch } from "./watch.ts";
