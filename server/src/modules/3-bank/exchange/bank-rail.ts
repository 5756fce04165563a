import type { Id } from "#kernel/values/ids.ts";

export type ConnectionId = Id<"bankConnection">;

/** A rail as a bank sells it: each has files, cut-offs, and settings of its own. */
export const bankRails = ["ach", "check", "wire", "internationalWire", "realTime"] as const;
export type BankRail = (typeof bankRails)[number];

/** How files reach the bank: through two directories, over SFTP, or not at all, because the bank is simulated. */
export const connectionKinds = ["folder", "sftp", "simulated"] as const;
export type ConnectionKind = (typeof connectionKinds)[number];
