import type { Service } from "../../../kernel/process/service.ts";
import type { Channels } from "../rail-parts.ts";
import { connectedAch } from "./connected-ach.ts";

/** The organizations' own bank connections, as the rails' files need them. */
export const connectedChannels = (service: Pick<Service, "vault" | "clock">): Channels => ({
  ach: connectedAch(service),
});
