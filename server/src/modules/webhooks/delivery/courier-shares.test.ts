import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createIdSource, type EndpointId, type OrganizationId } from "../../../kernel/values/ids.ts";
import type { DueEndpoint } from "./courier.queries.ts";
import { PLACES, sharesOf } from "./courier-shares.ts";

const newId = createIdSource(() => new Date("2026-11-20T15:00:00Z"));
const endpoints = (count: number, heldBack: boolean): readonly DueEndpoint[] =>
  Array.from({ length: count }, () => ({
    organization_id: newId<OrganizationId>(),
    endpoint_id: newId<EndpointId>(),
    held_back: heldBack,
  }));
const sum = (shares: readonly { readonly count: number }[]): number =>
  shares.reduce((total, share) => total + share.count, 0);

describe("the courier's places", () => {
  it("an endpoint has at most eight, and a failing endpoint has one", () => {
    const shares = sharesOf([], [...endpoints(1, true), ...endpoints(1, false)]);
    assert.deepEqual(
      shares.map(({ heldBack, count }) => ({ heldBack, count })),
      [
        { heldBack: false, count: 8 },
        { heldBack: true, count: 1 },
      ],
    );
  });

  it("an endpoint's running attempts count", () => {
    const [one] = endpoints(1, false);
    assert.ok(one);
    const underWay = Array.from({ length: 5 }, () => ({ endpointId: one.endpoint_id, heldBack: false }));
    assert.equal(sum(sharesOf(underWay, [one])), 3);
    assert.equal(sum(sharesOf([...underWay, ...underWay], [one])), 0);
  });

  it("any number of failing endpoints leave half of the places to the others", () => {
    const failing = endpoints(1_000, true);
    assert.equal(sum(sharesOf([], failing)), PLACES / 2);
    const underWay = failing
      .slice(0, PLACES / 2)
      .map((endpoint) => ({ endpointId: endpoint.endpoint_id, heldBack: true }));
    const shares = sharesOf(underWay, [...failing, ...endpoints(1_000, false)]);
    assert.equal(sum(shares), PLACES / 2);
    assert.ok(shares.every((share) => !share.heldBack));
  });

  it("healthy endpoints can use all places, but no more", () => {
    assert.equal(sum(sharesOf([], endpoints(1_000, false))), PLACES);
  });
});
