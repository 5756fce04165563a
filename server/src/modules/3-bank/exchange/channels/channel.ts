import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileFormat } from "../bank-file.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import type { Reading } from "../settings/reading-settings.ts";
import type { Transport } from "../transports/transport.ts";

/** A bank connection, as far as files need it. */
export interface BankChannel {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  /** In a rehearsal, files are received, but none is sent. */
  readonly state: "rehearsal" | "live";
  /** How often its inbox is read. */
  readonly pollEveryMs: number;
  /** Whether the bank has something now, if that is known; its inbox is then read whenever it has. */
  readonly hasMail?: boolean;
  /** The bank wants files deleted once they are read. */
  readonly removeAfterReading: boolean;
  /** Which of the bank's files it takes, and how it reads them. */
  readonly reading: Reading;
  /** Where the bank's files are, if others may be there. */
  readonly inbox?: string | undefined;
  /** Other connections of the organization with the same inbox. */
  readonly sharing?: readonly BankChannel[];
  /** The format of received files that have no recognizable one, by the connection's template. */
  readonly otherFormat?: BankFileFormat;
}

/** The bank connections, which main/ passes in. */
export interface BankChannels {
  /** Those in rehearsal or live, of all organizations. */
  list(): Promise<readonly BankChannel[]>;
  /** When a bank has something next that does not have it now, where banks are simulated. */
  readonly nextMailAt?: (() => Promise<Date | undefined>) | undefined;
  /** Connects. Rejects with an error of the transport if the bank cannot be reached. */
  open(channel: BankChannel): Promise<Transport>;
}
