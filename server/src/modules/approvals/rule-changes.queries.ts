import type { Id, OrganizationId, UserId } from "../../kernel/ids.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { RuleConditions, RuleId, RuleStep } from "./approval-rule.ts";

export type RuleChangeId = Id<"approvalRuleChange">;

/** A rule as somebody wants it. */
export interface RuleProposal {
  readonly position: number;
  readonly name: string;
  readonly conditions: RuleConditions;
  readonly steps: readonly RuleStep[];
  readonly allowSelfApproval: boolean;
  /** Absent in proposals older than it: false. */
  readonly bindsDirectSend?: boolean;
  readonly active: boolean;
}

export type RuleChangeStatus = "proposed" | "applied" | "declined" | "overtaken";

export interface RuleChangeRow {
  readonly change_id: RuleChangeId;
  readonly rule_id: RuleId;
  readonly base_version: number;
  readonly proposal: RuleProposal;
  readonly status: RuleChangeStatus;
  readonly proposed_by: UserId;
  readonly proposed_at: Date;
  readonly decided_by: UserId | null;
  readonly decided_at: Date | null;
}

const columns = sql`change_id, rule_id, base_version, proposal, status, proposed_by, proposed_at, decided_by, decided_at`;

export const insertChange = (tx: Tx, organizationId: OrganizationId, row: RuleChangeRow) =>
  tx.run(sql`
  insert into approval_rule_changes (organization_id, ${columns})
  values (${organizationId}, ${row.change_id}, ${row.rule_id}, ${row.base_version}, ${JSON.stringify(row.proposal)}::jsonb,
          ${row.status}, ${row.proposed_by}, ${row.proposed_at}, ${row.decided_by}, ${row.decided_at})`);

export const lockChange = (tx: Tx, organizationId: OrganizationId, changeId: string) =>
  tx.maybe<RuleChangeRow>(sql`
  select ${columns} from approval_rule_changes
   where organization_id = ${organizationId} and change_id = ${changeId} for no key update`);

export const decideChange = (
  tx: Tx,
  organizationId: OrganizationId,
  { changeId, status, by, at }: { changeId: RuleChangeId; status: RuleChangeStatus; by: UserId; at: Date },
) =>
  tx.run(sql`
  update approval_rule_changes set status = ${status}, decided_by = ${by}, decided_at = ${at}
   where organization_id = ${organizationId} and change_id = ${changeId}`);

/** What waits for a second person, oldest first. */
export const openChanges = (db: Queryable, organizationId: OrganizationId) =>
  db.many<RuleChangeRow>(sql`
  select ${columns} from approval_rule_changes
   where organization_id = ${organizationId} and status = 'proposed' order by change_id`);
