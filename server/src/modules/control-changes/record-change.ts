import type { Service } from "../../kernel/process/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { type Actor, recordAudit } from "../audit/index.ts";
import type { ControlChange } from "./control-change.ts";
import type { ControlChangeTrigger } from "./control-change-states.ts";

/** The audit log keeps who wanted a change, and who agreed; what it did is a row of its own, as for any change. */
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
