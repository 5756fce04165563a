import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { ControlChange } from "./control-change.ts";
import type { ControlChangeTrigger } from "./control-change-states.ts";

/** Records the proposer and the confirmer in the audit log; the effect has its own row, as for any change. */
export const recordControlChange = (
  service: Service,
  tx: Tx,
  {
    change,
    verb,
    actor,
  }: {
    readonly change: ControlChange;
    readonly verb: "propose" | ControlChangeTrigger;
    readonly actor: Actor;
  },
) =>
  recordAudit(service, tx, {
    organizationId: change.organizationId,
    actor,
    entries: [
      {
        action: `controlChange.${verb}`,
        resourceType: "controlChange",
        resourceId: change.changeId,
        after: { kind: change.kind, subject: change.subject, proposal: change.proposal },
      },
    ],
  });
