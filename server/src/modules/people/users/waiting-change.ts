import type { Static } from "typebox";
import { OneOf, object, Timestamp, Uuid } from "../../../kernel/http/schemas.ts";
import { inWords } from "../../../kernel/states/state-table.ts";
import { type ControlChange, controlChangeStates } from "../../control-changes/index.ts";

/** For descriptions of routes whose change may wait. */
export const TAKES_TWO =
  "takes two people where there is a second one who could confirm it: then the answer is 202 with the change that waits (GET /control-changes).";

export const WaitingChangeSchema = object(
  {
    changeId: Uuid("The change that waits."),
    status: OneOf(controlChangeStates.states, inWords(controlChangeStates)),
    proposedAt: Timestamp("When it was proposed."),
  },
  { $id: "WaitingChange", description: "Nothing has changed yet: a second person must confirm the change." },
);

export const renderWaiting = ({ changeId, status, proposedAt }: ControlChange): Static<typeof WaitingChangeSchema> => ({
  changeId,
  status,
  proposedAt: proposedAt.toISOString(),
});
