import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { AchConnection } from "./ach/ach-connection.ts";
import type { BankFiles, ConnectionSource } from "./channels.ts";
import type { CheckConnection } from "./checks/check-connection.ts";
import { achPart } from "./parts/ach-part.ts";
import { checkPart } from "./parts/check-part.ts";
import { transfersPart } from "./parts/transfers-part.ts";
import type { RailPart } from "./rail-part.ts";
import { type TransferConnection, transferRails } from "./transfer-messages/transfer-connection.ts";

/** The organizations' bank connections, by rail. */
export interface Channels {
  readonly ach: ConnectionSource<AchConnection>;
  readonly wire: ConnectionSource<TransferConnection>;
  readonly internationalWire: ConnectionSource<TransferConnection>;
  readonly realTime: ConnectionSource<TransferConnection>;
  readonly check: ConnectionSource<CheckConnection>;
}

/** What the file rails need besides the service. */
export interface FileRailTools {
  readonly channels: Channels;
  readonly files: BankFiles;
  /** Whether payments of the organization are due now that have not been handed over: a file waits for them. */
  readonly awaitsHandOver: (organizationId: OrganizationId) => Promise<boolean>;
}

/** The rails whose payments go into files. */
export const railParts = (service: Service, { channels, ...tools }: FileRailTools): readonly RailPart[] => [
  achPart(service, { ...tools, channels: channels.ach }),
  ...transferRails.map((rail) => transfersPart(service, { ...tools, channels: channels[rail] }, rail)),
  checkPart(service, { ...tools, channels: channels.check }),
];
