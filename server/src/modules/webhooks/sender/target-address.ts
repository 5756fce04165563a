import ipaddr from "ipaddr.js";

/** Which non-public addresses a delivery may use. */
export type AddressRules = {
  /** 127.0.0.0/8 and ::1. Sandbox mode only (decision R9), for receivers under development. */
  readonly allowLoopback: boolean;
};

// All of today's public internet is in 2000::/3; the rest is special or unassigned. Checking this block first also
// rejects the deprecated IPv4-compatible form (::7f00:1), which the library's table of special ranges lacks.
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Whether a delivery may connect to this address. An allowlist, so an unknown range is rejected.
 *
 * Rejected are unspecified, private (RFC 1918), loopback, link-local with the cloud metadata address 169.254.169.254,
 * carrier-grade NAT, multicast, broadcast, documentation, benchmarking, and reserved ranges, unique local IPv6, and
 * every IPv6 form that embeds an IPv4 address (mapped, compatible, translated, NAT64, 6to4, Teredo), even a public one.
 * Text that is not an address is rejected, too.
 */
export function isAllowedTarget(address: string, rules: AddressRules): boolean {
  // A zone ("fe80::1%eth0") selects a network interface, which no public receiver needs.
  if (address.includes("%") || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() === "loopback") return rules.allowLoopback;
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}

/** Names that always mean this machine (RFC 6761 §6.3). */
export function isLoopbackName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return name === "localhost" || name.endsWith(".localhost");
}
