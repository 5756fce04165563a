import type { PaymentMethod } from "../../banking/identifiers/payment-method.ts";
import type { Id } from "../../kernel/values/ids.ts";

export type ConnectionId = Id<"bankConnection">;

/** A rail as a bank sells it: each has files, cut-offs, and settings of its own. */
export const bankRails = ["ach", "check", "wire", "internationalWire", "realTime"] as const;
export type BankRail = (typeof bankRails)[number];

const railOfMethod = {
  ach: "ach",
  check: "check",
  domesticWire: "wire",
  internationalWire: "internationalWire",
  realTimePayment: "realTime",
} as const satisfies Readonly<Record<PaymentMethod, BankRail>>;

/** The rail on which payments of a method leave. */
export const railOf = (method: PaymentMethod): BankRail => railOfMethod[method];

/** How files reach the bank: through two directories, over SFTP, or not at all, because the bank is simulated. */
export const connectionKinds = ["folder", "sftp", "simulated"] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** The encryption context that ties the secrets to their row. */
export const secretsContextOf = (connectionId: ConnectionId): string => `bank-connection/${connectionId}`;
