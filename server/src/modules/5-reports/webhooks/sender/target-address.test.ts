import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isAllowedTarget, isLoopbackName } from "./target-address.ts";

const strict = { allowLoopback: false };
const sandbox = { allowLoopback: true };

/** First and last address of each refused range, to find off-by-one boundaries. */
const refused = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["169.254.0.0", "169.254.169.254", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255", "192.0.2.0", "192.0.2.255"],
  ["192.88.99.1", "192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.255"],
  ["224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255"],
  ["::", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "fc00::", "fdff::1", "ff02::1"],
  ["::7f00:1", "::a00:1", "::808:808", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::ffff:0:7f00:1"],
  ["64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a00:1::1", "2002:808:808::"],
  ["2001::1", "2001:db8::1", "3fff::1", "100::1", "2001:2::1", "2001:10::1", "2001:20::1", "5f00::1", "4000::1"],
  // The rest of IANA's special-purpose registries.
  ["192.31.196.1", "192.52.193.1", "192.175.48.1", "2001:3::1", "2001:4:112::1", "2001:30::1", "2620:4f:8000::1"],
  ["100:0:0:1::1", "2001:1::1", "2002:ffff:ffff::1", "3fff:fff:ffff::1"],
  // Agents and metadata of cloud providers: AWS, Google, Alibaba, Oracle, Azure, Equinix Metal, IBM.
  ["169.254.170.2", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254", "100.100.100.200", "192.0.0.192"],
  ["168.63.129.16", "192.80.8.124", "161.26.0.10", "161.26.255.255", "166.8.0.0", "166.11.255.255", "199.36.153.8"],
  // ISATAP, with an IPv4 address under a public network.
  ["2606:4700::5efe:7f00:1", "2606:4700::200:5efe:a00:1"],
  ["", "localhost", "example.com", "999.1.1.1"],
].flat();

const allowed = [
  ["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"],
  [
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "192.169.0.0",
    "223.255.255.255",
  ],
  ["168.63.129.15", "168.63.129.17", "161.25.255.255", "161.27.0.0", "166.7.255.255", "166.12.0.0"],
  ["2606:4700:0:5efe::1", "2606:4700::1111", "2a00:1450::1", "2003::1", "2620:fe::fe"],
].flat();

describe("the addresses a delivery may go to", () => {
  for (const address of refused) {
    test(`${address || "(nothing)"} is refused, in sandbox mode too`, () => {
      assert.equal(isAllowedTarget(address, strict), false);
      assert.equal(isAllowedTarget(address, sandbox), false);
    });
  }
  for (const address of allowed) {
    test(`${address} is public`, () => assert.equal(isAllowedTarget(address, strict), true));
  }
  for (const address of ["127.0.0.1", "127.0.0.0", "127.255.255.255", "::1", "0:0:0:0:0:0:0:1"]) {
    test(`${address} is allowed in sandbox mode only`, () => {
      assert.equal(isAllowedTarget(address, strict), false);
      assert.equal(isAllowedTarget(address, sandbox), true);
    });
  }
});

test("names that always resolve to this machine", () => {
  for (const name of ["localhost", "LOCALHOST", "localhost.", "a.localhost", "a.b.localhost."])
    assert.ok(isLoopbackName(name));
  for (const name of ["localhost.example.com", "notlocalhost", "example.com"]) assert.ok(!isLoopbackName(name));
});

describe("addresses of a host that the operator has named", () => {
  const named = { allowLoopback: false, allowPrivate: true };

  test("private networks and this machine are allowed", () => {
    for (const address of ["10.0.0.1", "172.16.0.1", "192.168.1.1", "fd12:3456::1", "127.0.0.1", "::1", "8.8.8.8"])
      assert.ok(isAllowedTarget(address, named), address);
  });

  test("metadata of clouds, link-local addresses, and everything else are not", () => {
    const others = ["168.63.129.16", "0.0.0.0", "224.0.0.1", "192.0.2.1", "::ffff:10.0.0.1", "64:ff9b::a00:1"];
    for (const address of others) assert.ok(!isAllowedTarget(address, named), address);
    for (const address of ["169.254.169.254", "fe80::1", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254"])
      assert.ok(!isAllowedTarget(address, named), address);
  });
});
