import type { AcknowledgmentTemplate } from "bursar-bank-formats/acknowledgments";
import type { AchAccountType, LineEnding } from "bursar-bank-formats/nacha";
import type { AchWindow } from "bursar-banking/calendar/ach-windows";
import type { ConnectionId } from "#bank/exchange";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { ConnectionMode, LimitsInForce } from "../channels.ts";

/** How the originating bank wants its ACH files. Fields are named as in the Nacha rules. */
export interface AchFileSettings {
  /** Nine digits. */
  readonly immediateDestination: string;
  readonly immediateDestinationName: string;
  /** As the bank assigned it, or a routing number. At most ten characters. */
  readonly immediateOrigin: string;
  readonly immediateOriginName: string;
  readonly companyName: string;
  /** Ten characters that the bank assigned. */
  readonly companyIdentification: string;
  /** What receivers see, at most ten characters. */
  readonly companyEntryDescription: string;
  /** At most twenty characters, if the bank wants any. */
  readonly companyDiscretionaryData?: string | undefined;
  /** At most fifteen characters; undefined: the end of each payment's ID. */
  readonly individualIdentificationNumber?: string | undefined;
  /** The first eight digits of the originating bank's routing number. */
  readonly odfiIdentification: string;
  /** At least one. */
  readonly windows: readonly AchWindow[];
  /** The bank's limit per same-day entry, at most the network's. Cents. */
  readonly sameDayMaxMinor: bigint;
  /** Whether a prenote goes before the first payment to bank details. */
  readonly prenotes: boolean;
  readonly lineEnding: LineEnding;
  /** Whether debits and credits may share a batch (200); otherwise, batches are 220 or 225. */
  readonly acceptsMixedBatches: boolean;
  /** The account that balances the entries of a paying account; undefined if the bank does not want balanced files. */
  readonly offsetOf: ((accountId: AccountId) => OffsetSettings | undefined) | undefined;
  /** A–Z and then 0–9, or the other way around. */
  readonly fileIdModifier: "lettersFirst" | "digitsFirst";
  /** With the placeholders {date}, {time}, and {number}. */
  readonly fileName: string;
  /** The bank's own forms of acknowledgments, next to those that are built in. */
  readonly acknowledgmentTemplates: readonly AcknowledgmentTemplate[];
  /** The bank acknowledges each file within this time; undefined: it does not, and a sent file counts as accepted. */
  readonly answerWithinMs: number | undefined;
}

export interface OffsetSettings {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly account: AchAccountType;
}

/** The connection that serves accounts on the ACH rail. */
export interface AchConnection {
  readonly connectionId: ConnectionId;
  readonly mode: ConnectionMode;
  readonly settings: AchFileSettings;
  serves(accountId: AccountId): boolean;
  readonly firstDays?: LimitsInForce | undefined;
}

/** The file of a window that is due. */
export interface FileToPlan {
  readonly organizationId: OrganizationId;
  readonly connection: AchConnection;
  readonly windowAt: Date;
  readonly now: Date;
}
