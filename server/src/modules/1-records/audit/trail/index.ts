/**
 * The audit log as it is read and proven: lists, seals, verification, export, and the watch over it. Besides its tables,
 * it owns the file audit-anchors.json in the data folder. It is above payments because the row of a new payment does not
 * repeat the payment.
 *
 * Guarantees: a row becomes part of a keyed chain within a second or two. Any edit, deletion, insertion, swap, or
 * truncation is found: by the running service within a minute (ADR 0008 says how far back), always by `bursar audit
 * verify`, and by anyone with an export and the organization's key.
 */
export { auditAlarms, auditMetrics } from "./alarms.ts";
export { auditRoutes } from "./audit.routes.ts";
export { type AuditRow, actsOn, findRowsWithin } from "./list-audit.queries.ts";
export { sentenceOf } from "./problem.ts";
export { anchorsFileOf, chainsBehindAnchors } from "./seals/anchors.ts";
export { exportAudit } from "./seals/export.ts";
export { runAuditSealer } from "./seals/seal.ts";
export { verifyAudit } from "./seals/verify.ts";
export { AUDIT_ROUND_EVERY_MS, runAuditWatch } from "./watch.ts";
