import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Addresses from which a token may send payments directly (specification §5.4, decision S3): single IPv4 and IPv6
 * addresses and CIDR blocks.
 *
 * node:net validates addresses, because it accepts only the canonical spellings. ipaddr.js also accepts 127.1,
 * 0x7f000001, and 010.0.0.1, which other programs interpret differently.
 */
export const ALLOWLIST_ENTRIES_MAX = 100;

/** Shorter prefixes cover whole regions of the world. */
const WIDEST_IPV4 = 8;
const WIDEST_IPV6 = 16;
/** Together, the entries of one family hold at most as many addresses as this many of the widest blocks. */
const WIDEST_BLOCKS_MAX = 2;

/**
 * IPv6 blocks in which each IPv4 address has addresses of its own, and the bit at which it begins: a caller with any IPv4
 * address may come from there. Compatible and mapped (RFC 4291), translated (RFC 7915), NAT64 (RFCs 6052 and 8215), Teredo
 * (RFC 4380), and 6to4 (RFC 3056). Local NAT64 and Teredo can hold it elsewhere, so they count by their last bits.
 */
const ipv4Within: readonly (readonly [block: ipaddr.IPv6, prefix: number, ipv4At: number])[] = (
  [
    ["::/96", 96],
    ["::ffff:0:0/96", 96],
    ["::ffff:0:0:0/96", 96],
    ["64:ff9b::/96", 96],
    ["64:ff9b:1::/48", 96],
    ["2001::/32", 96],
    ["2002::/16", 16],
  ] as const
).map(([block, ipv4At]) => [...ipaddr.IPv6.parseCIDR(block), ipv4At]);

export interface Allowlist {
  readonly isEmpty: boolean;
  /** `address` in the form of canonicalAddress. */
  has(address: string): boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * One spelling per address: IPv4-mapped IPv6 (::ffff:192.0.2.1) becomes IPv4, and IPv6 is compressed as in RFC 5952. A
 * text that is not an address (a proxy's "unknown") is only truncated, and is on no allowlist.
 */
export function canonicalAddress(text: string): string {
  return isIP(text) === 6 ? unmapped(parseAddress(text)).toString() : text.slice(0, 64);
}

/**
 * Parses what node:net accepts as an address. A dotted suffix is first rewritten in hexadecimal: ipaddr.js parses
 * ::192.0.2.1, an address of its own, as the IPv4 address inside.
 */
function parseAddress(text: string): Address {
  const tail = isIP(text) === 6 ? /(\d+)\.(\d+)\.(\d+)\.(\d+)/.exec(text) : null;
  if (!tail) return ipaddr.parse(text);
  const [quad, a, b, c, d] = tail;
  const group = (high = "", low = "") => (Number(high) * 256 + Number(low)).toString(16);
  return ipaddr.parse(text.replace(quad, `${group(a, b)}:${group(c, d)}`));
}

const isMapped = (address: Address): address is ipaddr.IPv6 =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
const unmapped = (address: Address): Address => (isMapped(address) ? address.toIPv4Address() : address);

/**
 * The canonical spelling of an entry, or what is wrong with the entry. Host bits of a block are cleared: 10.1.2.3/8
 * becomes 10.0.0.0/8.
 */
export function parseEntry(entry: string): { readonly canonical: string } | { readonly problem: string } {
  const slash = entry.indexOf("/");
  const text = slash === -1 ? entry : entry.slice(0, slash);
  const prefixText = slash === -1 ? undefined : entry.slice(slash + 1);
  if (isIP(text) === 0 || text.includes("%"))
    return { problem: "must be an IPv4 or IPv6 address or a CIDR block such as 203.0.113.0/24" };
  const parsed = parseAddress(text);
  const mapped = isMapped(parsed);
  const address = unmapped(parsed);
  if (prefixText === undefined) return { canonical: address.toString() };
  const most = isIP(text) === 4 ? 32 : 128;
  const given = /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : -1;
  if (given < 0 || given > most) return { problem: `must have a prefix length from 0 to ${most}` };
  // A block of mapped addresses is an IPv4 block if it lies within ::ffff:0:0/96; a wider block includes IPv6.
  const prefix = mapped ? given - 96 : given;
  if (mapped && prefix < 0)
    return { problem: "must not span IPv4 and IPv6. Enter the IPv4 block and the IPv6 block separately" };
  const widest = address.kind() === "ipv4" ? WIDEST_IPV4 : WIDEST_IPV6;
  if (prefix < widest)
    return { problem: `must not be wider than /${widest}: an allowlist of such blocks would protect nothing` };
  if (ipv4PrefixOf(address, prefix) < WIDEST_IPV4)
    return {
      problem:
        "must not hold the IPv6 form of every IPv4 address (NAT64, 6to4, Teredo, and others). Enter a narrower block, or the IPv4 block",
    };
  const block = `${address.toString()}/${prefix}`;
  const network =
    address.kind() === "ipv4" ? ipaddr.IPv4.networkAddressFromCIDR(block) : ipaddr.IPv6.networkAddressFromCIDR(block);
  return {
    canonical:
      prefix === (address.kind() === "ipv4" ? 32 : 128) ? network.toString() : `${network.toString()}/${prefix}`,
  };
}

/** How many bits of an IPv4 address are the same in the block: all of them if no address in it contains one. */
function ipv4PrefixOf(address: Address, prefix: number): number {
  if (!(address instanceof ipaddr.IPv6)) return prefix;
  const overlapping = ipv4Within.filter(([block, length]) => address.match(block, Math.min(length, prefix)));
  return Math.max(0, Math.min(32, ...overlapping.map(([, , ipv4At]) => prefix - ipv4At)));
}

/** What is wrong with canonical entries together: many wide blocks are as good as one that is too wide. */
export function problemOfAll(entries: readonly string[]): string | undefined {
  let [ipv4, ipv6] = [0n, 0n];
  for (const entry of new Set(entries)) {
    const [text = "", length] = entry.split("/");
    const address = parseAddress(text);
    const prefix = Number(length ?? (address.kind() === "ipv4" ? 32 : 128));
    ipv4 += 1n << BigInt(32 - ipv4PrefixOf(address, prefix));
    if (address.kind() === "ipv6") ipv6 += 1n << BigInt(128 - prefix);
  }
  const most = (widest: bigint) => BigInt(WIDEST_BLOCKS_MAX) << widest;
  return ipv4 > most(BigInt(32 - WIDEST_IPV4)) || ipv6 > most(BigInt(128 - WIDEST_IPV6))
    ? `must not hold more addresses than ${WIDEST_BLOCKS_MAX} blocks of /${WIDEST_IPV4} (IPv6: /${WIDEST_IPV6}). Enter narrower blocks`
    : undefined;
}

/**
 * Compiles canonical entries; blocks that are no longer accepted, because they hold everyone, hold nobody. Single addresses, the common case, cost one lookup; blocks are matched one by one. */
export function compileAllowlist(entries: readonly string[]): Allowlist {
  const singles = new Set(entries.filter((entry) => !entry.includes("/")));
  const blocks = entries
    .filter((entry) => entry.includes("/") && "canonical" in parseEntry(entry))
    .map((entry) => ipaddr.parseCIDR(entry));
  return {
    isEmpty: entries.length === 0,
    has: (address) => {
      if (singles.has(address)) return true;
      // A link-local address with a zone does not identify a machine on another link.
      if (blocks.length === 0 || isIP(address) === 0 || address.includes("%")) return false;
      const parsed = parseAddress(address);
      return blocks.some(([network, prefix]) => parsed.kind() === network.kind() && parsed.match(network, prefix));
    },
  };
}
