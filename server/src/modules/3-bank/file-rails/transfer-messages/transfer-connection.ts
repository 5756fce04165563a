import type { AccountFacts, AgentFacts, PartyFacts } from "bursar-bank-formats/iso20022";
import type { BankRail, ConnectionId } from "#bank/exchange";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { ConnectionMode, LimitsInForce } from "../channels.ts";

/** The rails whose payments are ISO 20022 messages. */
export const transferRails = ["wire", "internationalWire", "realTime"] as const satisfies readonly BankRail[];
export type TransferRail = (typeof transferRails)[number];

/** Which message carries the payments: a file of several, or one message per real-time payment. */
export type TransferMessage =
  | { readonly name: "pain.001.001.09" | "pain.001.001.03" }
  | { readonly name: "pacs.008.001.08"; readonly network: "rtp" | "fednow" };

/** How the bank wants its messages. Names are those of ISO 20022. */
export interface TransferSettings {
  readonly message: TransferMessage;
  /** `InitgPty`. */
  readonly initiatingParty: PartyFacts;
  readonly debtorAgent: AgentFacts;
  /** `ChrgBr` of payments that do not say who pays the banks' fees. */
  readonly chargeBearer: "DEBT" | "SHAR" | "CRED" | undefined;
  /** The bank's cut-off on banking days, `HH:MM` in New York; undefined: it takes payments at all times. */
  readonly cutOff: string | undefined;
  /** The most that the bank allows for one payment, in cents; undefined: no limit of its own. */
  readonly limitMinor: bigint | undefined;
  /** Real time: after this time without an answer, the outcome is unknown, and the bank is asked. */
  readonly queryAfterMs: number | undefined;
  /** With the placeholders {date}, {time}, and {number}. */
  readonly fileName: string;
  /** The bank acknowledges each message within this time; undefined: it does not. */
  readonly answerWithinMs: number | undefined;
}

/** Who pays, from which account. */
export interface Debtor {
  readonly party: PartyFacts;
  readonly account: AccountFacts;
}

/** The connection that serves accounts on one of these rails. */
export interface TransferConnection {
  readonly connectionId: ConnectionId;
  readonly rail: TransferRail;
  readonly mode: ConnectionMode;
  readonly settings: TransferSettings;
  serves(accountId: AccountId): boolean;
  readonly firstDays?: LimitsInForce | undefined;
  /** Reads who pays from one of the accounts, when a message is built. */
  debtorOf(accountId: AccountId): Promise<Debtor>;
}

/** A rail of an organization, with its connections in use. */
export interface TransferWork {
  readonly organizationId: OrganizationId;
  readonly rail: TransferRail;
  readonly connections: ReadonlyMap<ConnectionId, TransferConnection>;
}
