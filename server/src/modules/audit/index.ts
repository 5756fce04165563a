/**
 * The audit log: who did what to what, from where, when. Owns audit_log, audit_seals and audit_heads.
 *
 * Promises: a row commits together with what it tells of and is never changed; within a second it is part of a keyed
 * chain in which any edit, deletion, swap or cut is found.
 */
export { type Actor, actorOf, type AuditEntry, recordAudit } from "./record.ts";
