import type { BankRail } from "../bank-rail.ts";
import type { ChannelSettings } from "../settings/channel-settings.ts";

const railWords = {
  ach: "ACH",
  check: "checks",
  wire: "domestic wires",
  internationalWire: "international wires",
  realTime: "real-time payments",
} as const satisfies Readonly<Record<BankRail, string>>;

/** A rail in a sentence. */
export const railInWords = (rail: BankRail): string => railWords[rail];

/** Where files go, in a few words: the folder, or user, host, and port. */
export function placeOf(settings: ChannelSettings): string {
  if (settings.kind === "folder") return settings.channel.folder;
  if (settings.kind === "simulated") return "in this service";
  const { user, host, port } = settings.channel;
  return `${user}@${host}:${port}`;
}
