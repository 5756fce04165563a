import type { Id, OrganizationId } from "#kernel/values/ids.ts";

export type ScreenerId = Id<"screener">;
export type ListId = Id<"screeningList">;

export const screenerKinds = ["none", "list", "url", "command"] as const;
export type ScreenerKind = (typeof screenerKinds)[number];

/** What an organization chooses. */
export interface ScreenerSettings {
  readonly kind: ScreenerKind;
  readonly url: string | null;
  readonly threshold: number;
  readonly countries: readonly string[];
  readonly failAfterHours: number | null;
}

export const noScreener: ScreenerSettings = {
  kind: "none",
  url: null,
  threshold: 85,
  countries: [],
  failAfterHours: null,
};

export interface Screener extends ScreenerSettings {
  readonly organizationId: OrganizationId;
  readonly screenerId: ScreenerId;
  readonly version: number;
  readonly changedAt: Date;
  readonly failingSince: Date | undefined;
  readonly failures: number;
  readonly problem: string | undefined;
  /** The newest list that was loaded. */
  readonly listId: ListId | undefined;
}

/** What a check was made with: a check with another screener, other settings, or an older list is made again. */
export const basisOf = ({ screenerId, version, kind, listId }: Screener): string =>
  [screenerId, version, ...(kind === "list" ? [listId ?? "no list"] : [])].join("/");
