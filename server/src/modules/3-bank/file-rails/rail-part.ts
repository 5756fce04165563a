import type { BankRail, ConnectionId, IncomingHandler } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { BankFiles, ConnectionSource, LimitsInForce } from "./channels.ts";
import type { BankOrder } from "./orders/order.ts";

/**
 * What one rail adds to payments in files: which payments its files carry, when these are written, how they are built,
 * and what the bank's files say about them. rail-parts.ts lists the rails; everything else is the same for all of them.
 */
export interface RailPart {
  readonly rail: BankRail;
  /** Reads the organization's connections. */
  open(organizationId: OrganizationId): Promise<OpenRail>;
  /** Understands what banks send back over the rail's connections. */
  readonly handler: IncomingHandler;
}

/** One rail of an organization, with the connections as they are now. */
export interface OpenRail {
  /** Connections in rehearsal or live, by the account that they serve. */
  readonly connections: ReadonlyMap<AccountId, RailConnection>;
  /**
   * A window of one of the connections is due: puts its open payments into new files and assigns all numbers, in one
   * transaction per file, or moves them to a later window. Returns how many files or payments moved.
   */
  planWindow(window: DueWindow): Promise<number>;
  /** Builds and records the files that are planned. Returns the number of payments in them. */
  writePlanned(): Promise<number>;
  /** Does what follows from files that reached the bank, or that never will. Returns how many moved. */
  followFiles(): Promise<number>;
}

/** A bank connection as its payments see it. */
export interface RailConnection {
  readonly connectionId: ConnectionId;
  readonly firstDays?: LimitsInForce | undefined;
  /** Whether the connection's files can carry a payment, apart from the limits of its first days. */
  fitOf(order: Pick<BankOrder, "transactionId" | "content">): OrderFit | UnfitOrder;
  /** The window whose file carries a payment that is received at the instant. */
  windowAfter(at: Date): Date;
  /** Whether a payment that was due at the bank at one instant, and is received at another, missed a cut-off in between. */
  isTooLate(dueAt: Date, at: Date): boolean;
}

/** What is remembered of a payment that files can carry, to find it when its file is planned and answered. */
export interface OrderFit {
  /** ACH: the standard entry class. */
  readonly entryClass?: string | undefined;
  /** The bank that receives the money: a routing number, or its first eight digits in ACH, or a BIC. */
  readonly receivingBank?: string | undefined;
  /** ACH: payments with the same texts may share a batch; undefined: those of the connection. */
  readonly batchTexts?: string | undefined;
  /** ACH: it is not to settle on the day of its file. */
  readonly settlesLater?: boolean | undefined;
  /** ACH: its identification in the file, if it has one of its own. */
  readonly identification?: string | undefined;
}

/** No file can carry the payment: a code of bank-file-reasons.ts. */
export interface UnfitOrder {
  readonly code: string;
}

export interface DueWindow {
  readonly connectionId: ConnectionId;
  readonly windowAt: Date;
}

/** What building files needs of the service. */
export type FileService = Pick<Service, "database" | "vault" | "clock" | "newId" | "log" | "config">;

/** What the part of a rail needs besides the service. */
export interface RailTools<Connection> {
  readonly channels: ConnectionSource<Connection>;
  readonly files: BankFiles;
  /** Whether payments of the organization are due now that have not been handed over: a file waits for them. */
  readonly awaitsHandOver: (organizationId: OrganizationId) => Promise<boolean>;
}
