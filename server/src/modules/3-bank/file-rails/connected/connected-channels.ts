import type { Service } from "#kernel/process/service.ts";
import type { Channels } from "../rail-parts.ts";
import { connectedAch } from "./connected-ach.ts";
import { connectedChecks } from "./connected-checks.ts";
import { connectedTransfers } from "./connected-transfers.ts";

/** The organizations' own bank connections, as the rails' files need them. */
export const connectedChannels = (service: Pick<Service, "database" | "vault" | "clock">): Channels => ({
  ach: connectedAch(service),
  wire: connectedTransfers(service, "wire"),
  internationalWire: connectedTransfers(service, "internationalWire"),
  realTime: connectedTransfers(service, "realTime"),
  check: connectedChecks(service),
});
