import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { type FactorFacts, factorStanding } from "./sign-in-policy.ts";
import { signInNetworkOf } from "./throttle.ts";

describe("the sign-in policy", () => {
  const createdAt = new Date("2026-11-01T00:00:00Z");
  const facts: FactorFacts = {
    second_factor_required: true,
    second_factor_grace_days: 14,
    second_factor_since: null,
    user_created_at: createdAt,
    has_totp: false,
    has_passkey: false,
    has_password: true,
    must_use_provider: false,
    breaks_glass: false,
  };
  const standing = (more: Partial<FactorFacts>, passkeysWork = true) =>
    factorStanding({ ...facts, ...more }, { passkeysWork });

  test("the grace period starts with the account or the requirement, whichever is later", () => {
    assert.deepEqual(standing({}).dueAt, plusMs(createdAt, 14 * DAY_MS));
    assert.deepEqual(
      standing({ second_factor_since: plusMs(createdAt, -DAY_MS) }).dueAt,
      plusMs(createdAt, 14 * DAY_MS),
    );
    assert.deepEqual(
      standing({ second_factor_since: plusMs(createdAt, DAY_MS) }).dueAt,
      plusMs(createdAt, 15 * DAY_MS),
    );
    assert.equal(standing({ second_factor_required: false }).dueAt, undefined);
  });

  test("an authenticator app or a passkey that works here is a second factor", () => {
    assert.equal(standing({ has_totp: true }).dueAt, undefined);
    assert.equal(standing({ has_passkey: true }).dueAt, undefined);
    assert.deepEqual(standing({ has_passkey: true }, false).dueAt, plusMs(createdAt, 14 * DAY_MS));
  });

  test("the password suffices only without a second factor, or where a passkey is a choice", () => {
    assert.equal(standing({}).passwordSuffices, true);
    assert.equal(standing({ has_totp: true }).passwordSuffices, false);
    assert.equal(standing({ has_passkey: true }).passwordSuffices, false);
    assert.equal(standing({ has_passkey: true }, false).passwordSuffices, true);
    assert.equal(standing({ has_passkey: true, second_factor_required: false }).passwordSuffices, true);
  });
});

test("a network is an IPv4 /24 or an IPv6 /48", () => {
  for (const [address, network] of [
    ["203.0.113.7", "203.0.113"],
    ["2001:db8:1:2::7", "2001:db8:1"],
    ["2001:db8::7", "2001:db8:0"],
    ["::1", "0:0:0"],
    ["gone", "gone"],
  ] as const)
    assert.equal(signInNetworkOf(address), network, address);
});
