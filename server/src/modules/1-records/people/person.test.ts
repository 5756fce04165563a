import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrganizationId, SessionId, TokenId, UserId } from "#kernel/values/ids.ts";
import { type Caller, noTokenLimits } from "#records/identity";
import { requireStepUp } from "./person.ts";

const caller: Caller = {
  organizationId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" as OrganizationId,
  tokenId: null,
  userId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b11" as UserId,
  scopes: new Set(),
  address: "127.0.0.1",
  httpRequestId: "test",
  limits: noTokenLimits,
  duplicateGuardHours: 24,
  coolingOffHours: 0,
  directSendBound: false,
};
const person = {
  sessionId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b12" as SessionId,
  permissions: new Set<string>(),
};

test("where a step-up is required, accepts only a user with a recent one", () => {
  requireStepUp({ ...caller, person: { ...person, steppedUp: true } });
  const token = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b13" as TokenId;
  for (const refused of [
    { ...caller, person: { ...person, steppedUp: false } },
    { ...caller, userId: null, tokenId: token },
  ])
    assert.throws(() => requireStepUp(refused), { code: "stepUpNeeded" });
});
