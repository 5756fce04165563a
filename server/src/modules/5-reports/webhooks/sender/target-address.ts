import ipaddr from "ipaddr.js";

/** Which non-public addresses a delivery may use. */
export type AddressRules = {
  /** 127.0.0.0/8 and ::1. Sandbox mode only (decision R9), for receivers under development. */
  readonly allowLoopback: boolean;
  /** Also private networks and this machine: for a host that the operator has named. */
  readonly allowPrivate?: boolean;
};

/** Of private ranges; where clouds keep a machine's secrets is in none of them, or listed here (AWS, Google). */
const privateRanges = ["private", "uniqueLocal"];
const privateMetadata: readonly [ipaddr.IPv6, number][] = ["fd00:ec2::/32", "fd20:ce::/32"].map((block) =>
  ipaddr.IPv6.parseCIDR(block),
);

// All of today's public internet is in 2000::/3; the rest is special or unassigned. Checking this block first also
// rejects the deprecated IPv4-compatible form (::7f00:1), which the library's table of special ranges lacks.
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Public by their registration, but inside a provider's network they belong to the agents and internal services of its
 * machines, which trust the machine that calls: Azure's agent (configuration and secrets of extensions), Equinix Metal's
 * metadata, IBM Cloud's service endpoints, and Google's private and restricted APIs.
 */
const providerInternal: readonly [ipaddr.IPv4, number][] = [
  "168.63.129.16/32",
  "192.80.8.124/32",
  "161.26.0.0/16",
  "166.8.0.0/14",
  "199.36.153.0/24",
].map((block) => ipaddr.IPv4.parseCIDR(block));

/** An interface of ISATAP (RFC 5214 §6.1), whose last 32 bits are an IPv4 address, under any network. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => [0, 0x02_00].includes(parts[4] ?? -1) && parts[5] === 0x5e_fe;

/**
 * Whether a delivery may connect to this address. An allowlist, so an unknown range is rejected.
 *
 * Rejected are unspecified, private (RFC 1918), loopback, link-local with the cloud metadata address 169.254.169.254,
 * carrier-grade NAT, multicast, broadcast, documentation, benchmarking, and reserved ranges, unique local IPv6, every
 * IPv6 form that embeds an IPv4 address (mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP), even a public one,
 * and what is internal to a cloud provider.
 * Text that is not an address is rejected, too.
 */
export function isAllowedTarget(address: string, rules: AddressRules): boolean {
  // A zone ("fe80::1%eth0") selects a network interface, which no public receiver needs.
  if (address.includes("%") || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() === "loopback") return rules.allowLoopback || rules.allowPrivate === true;
  if (privateRanges.includes(parsed.range()))
    return (
      rules.allowPrivate === true &&
      !(parsed instanceof ipaddr.IPv6 && privateMetadata.some(([block, prefix]) => parsed.match(block, prefix)))
    );
  if (parsed.range() !== "unicast") return false;
  if (parsed instanceof ipaddr.IPv4) return !providerInternal.some(([block, prefix]) => parsed.match(block, prefix));
  return parsed.match(...globalUnicast) && !isIsatap(parsed);
}

/** Names that always mean this machine (RFC 6761 §6.3). */
export function isLoopbackName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return name === "localhost" || name.endsWith(".localhost");
}
