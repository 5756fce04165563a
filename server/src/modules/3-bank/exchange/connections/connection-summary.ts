import { resolve } from "node:path";
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

/** Where the bank's files are: connections with the same one share a directory. Undefined if nothing else can be there. */
export function inboxOf(settings: ChannelSettings): string | undefined {
  if (settings.kind === "simulated") return undefined;
  if (settings.kind === "folder") return `folder ${resolve(settings.channel.folder)}`;
  const { user, host, port, downloadDirectory } = settings.channel;
  return `sftp ${user}@${host.toLowerCase()}:${port} ${downloadDirectory.replace(/\/+$/, "")}`;
}

/** Where files go, in a few words: the folder, or user, host, and port. */
export function placeOf(settings: ChannelSettings): string {
  if (settings.kind === "folder") return settings.channel.folder;
  if (settings.kind === "simulated") return "in this service";
  const { user, host, port } = settings.channel;
  return `${user}@${host}:${port}`;
}
