import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { ConnectionId } from "./bank-rail.ts";
import type { ConnectionState } from "./connections/connection-states.ts";
import type { ChannelSettings } from "./settings/channel-settings.ts";
import type { FirstDays } from "./settings/first-days.ts";
import type { RailSettings } from "./settings/rail-settings.ts";

/** A connection to a bank for one rail. Secrets are not part of it (`connection-secrets.ts`). */
export type BankConnection = ConnectionFacts & RailSettings & ChannelSettings;

interface ConnectionFacts {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  readonly name: string;
  readonly state: ConnectionState;
  /** Limits until a date; null: none. */
  readonly firstDays: FirstDays | null;
  /** The accounts whose payments of the rail it carries. */
  readonly accountIds: readonly AccountId[];
  /** Changed with every change of its settings or secrets. */
  readonly version: number;
  /** When the current settings passed a test; null: they have not. */
  readonly testedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When it went live. */
  readonly liveAt: Date | null;
}
