import type { InviteUserResponses } from "../../api/generated/types.gen.ts";
import { notifyDone } from "./notify.ts";

type WaitingChange = InviteUserResponses[202];

const WAITING = "Saved as a proposal. It takes effect after a second person confirms it.";

/** Whether the change waits for a second person instead of being applied. */
export const isWaiting = <Data extends object>(data: Data | WaitingChange): data is WaitingChange =>
  "changeId" in data && "status" in data && data.status === "proposed";

export const notifyOutcome = (data: object, done: string): void => notifyDone(isWaiting(data) ? WAITING : done);
