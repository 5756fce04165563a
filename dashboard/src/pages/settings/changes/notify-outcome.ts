import type { InviteUserResponses } from "../../../api/generated/types.gen.ts";
import { notifyDone } from "../../../ui/feedback/notify.ts";

type WaitingChange = InviteUserResponses[202];

const WAITING = "Waiting for confirmation: nothing changes until a second person confirms it.";

/** Whether the service answered with a change that waits for a second person instead of what was changed. */
export const isWaiting = <Data extends object>(data: Data | WaitingChange): data is WaitingChange =>
  "changeId" in data && "status" in data && data.status === "proposed";

/** Says that something is done, or that it waits for a second person. */
export const notifyOutcome = (data: object, done: string): void => notifyDone(isWaiting(data) ? WAITING : done);
