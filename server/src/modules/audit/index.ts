/**
 * The audit log: who did what to what, from where, when. Owns audit_log, audit_seals and audit_heads, and the file
 * audit-anchors.json in the data folder; reads the outbox rows of its own topic.
 *
 * Promises: a row commits together with what it tells of and is never changed; within a second or two it is part of a
 * keyed chain in which any edit, deletion, insertion, swap or cut is found, by this service or by whoever has an export and
 * the organisation's key. (What is done to a row before it is sealed, by someone who can write the database, is not.)
 */

export { type Anchor, readAnchors } from "./anchors.ts";
export { type AuditedAct, actsOn } from "./audit.queries.ts";
export { auditRoutes } from "./audit.routes.ts";
export type { Actor, AuditEntry } from "./audit-entry.ts";
export { type ChainKey, chainKeyOf } from "./chain.ts";
export { type ExportTotals, exportAudit } from "./export.ts";
export { type AuditRow, findRowsWithin } from "./list-audit.queries.ts";
export { actorOf, recordAudit } from "./record.ts";
export { runAuditSealer } from "./seal.ts";
export { type AuditProblem, type AuditReport, type VerifyOptions, verifyAudit } from "./verify.ts";
