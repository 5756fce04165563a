import ipaddr from "ipaddr.js";

/** Which addresses besides the public ones a delivery may go to. */
export type AddressRules = {
  /** 127.0.0.0/8 and ::1. Sandbox mode only (decision R9): receivers under development live there. */
  readonly allowLoopback: boolean;
};

// Everything the public internet routes today lies in 2000::/3; the rest is either special or not handed out. Asking for this
// block first also refuses the deprecated IPv4-compatible form (::7f00:1), which the library's table of special ranges misses.
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Whether a delivery may connect to this address: a list of what is allowed, so an unknown range is refused.
 *
 * Refused are unspecified, private (RFC 1918), loopback, link-local with the cloud metadata address 169.254.169.254,
 * carrier-grade NAT, multicast, broadcast, documentation, benchmarking and reserved ranges, unique local IPv6, and every IPv6
 * form that carries an IPv4 address inside (mapped, compatible, translated, NAT64, 6to4, Teredo), even if that is a public
 * one: who wants an IPv4 receiver can name it plainly. Text that is no address is refused too.
 */
export function isAllowedTarget(address: string, rules: AddressRules): boolean {
  // A zone ("fe80::1%eth0") picks a network interface, which no public receiver needs.
  if (address.includes("%") || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() === "loopback") return rules.allowLoopback;
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}

/** The names that mean this machine whatever a name server says (RFC 6761 §6.3). */
export function isLoopbackName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return name === "localhost" || name.endsWith(".localhost");
}
