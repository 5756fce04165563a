import type { CheckFileTemplate, CheckStock } from "bursar-bank-formats/checks";
import type { ConnectionId } from "#bank/exchange";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import type { ConnectionMode, LimitsInForce } from "../channels.ts";

/** What a check shows of the account that it is drawn on. */
export interface CheckAccount {
  readonly routingNumber: string;
  readonly accountNumber: string;
  /** A PNG image; without it, checks are signed by hand. */
  readonly signature?: Uint8Array | undefined;
}

/** How the bank wants to learn of checks, and how they are printed. */
export interface CheckFileSettings {
  /** `us`: on our own stock, and a person says when they are mailed. `bank`: the PDF goes to the bank, which mails them. */
  readonly printedBy: "us" | "bank";
  /** When the bank's printer has mailed checks: once it has accepted the PDF, or as it reports for each check. */
  readonly mailedWhen: "accepted" | "reported";
  readonly stock: CheckStock;
  readonly payer: { readonly name: string; readonly lines: readonly string[] };
  readonly bank: {
    readonly name: string;
    readonly lines: readonly string[];
    /** The routing number as a fraction. */
    readonly fraction?: string | undefined;
  };
  /** Of the first check of an account that has none. */
  readonly firstCheckNumber: number;
  readonly issueTemplate: CheckFileTemplate;
  readonly paidTemplate: CheckFileTemplate;
  /** What the bank assigned, by the names of the template's setting fields. */
  readonly templateSettings: Readonly<Record<string, string>>;
  /** When the checks of a day are issued: `HH:MM`, New York. */
  readonly issuedAt: string;
  /** The bank's deadline for decisions about exceptions: `HH:MM`, New York. */
  readonly exceptionsDueAt: string;
  /** With the placeholders {date}, {time}, and {number}. */
  readonly fileName: string;
  /** The bank acknowledges each file within this time; undefined: it does not, and a sent file counts as accepted. */
  readonly answerWithinMs: number | undefined;
}

/** The connection that serves accounts for checks. */
export interface CheckConnection {
  readonly connectionId: ConnectionId;
  readonly mode: ConnectionMode;
  readonly settings: CheckFileSettings;
  readonly firstDays?: LimitsInForce | undefined;
  /** The accounts that it serves. */
  readonly accountIds: readonly AccountId[];
  /** The numbers of an account, decrypted when they are needed; undefined if it is not the organization's. */
  numbersOf(db: Queryable, accountId: AccountId): Promise<CheckAccount | undefined>;
}
