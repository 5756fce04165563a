import type { Static } from "typebox";
import { OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { type ControlChange, controlChangeStates } from "#records/controls";

/** For descriptions of routes whose change may wait. */
export const TAKES_TWO =
  "needs two people if a second one could confirm it: the response is then 202 with the waiting change (GET /control-changes).";

export const WaitingChangeSchema = object(
  {
    changeId: Uuid("The change that waits."),
    status: OneOf(controlChangeStates.states, inWords(controlChangeStates), "ControlChangeStatus"),
    proposedAt: Timestamp("When it was proposed."),
  },
  { title: "WaitingChange", description: "Nothing has changed yet: a second user must confirm the change." },
);

export const renderWaiting = ({ changeId, status, proposedAt }: ControlChange): Static<typeof WaitingChangeSchema> => ({
  changeId,
  status,
  proposedAt: proposedAt.toISOString(),
});
