import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createIdSource, type EndpointId, type OrganizationId } from "#kernel/values/ids.ts";
import type { DueEndpoint } from "./courier.queries.ts";
import { organizationsInTurn, PLACES, sharesOf } from "./courier-shares.ts";

const newId = createIdSource(() => new Date("2026-11-20T15:00:00Z"));
const endpoints = (count: number, heldBack: boolean): readonly DueEndpoint[] =>
  Array.from({ length: count }, () => ({
    organization_id: newId<OrganizationId>(),
    endpoint_id: newId<EndpointId>(),
    held_back: heldBack,
  }));
const ofOneOrganization = (count: number): readonly DueEndpoint[] => {
  const organizationId = newId<OrganizationId>();
  return endpoints(count, false).map((endpoint) => ({ ...endpoint, organization_id: organizationId }));
};
const running = (endpoint: DueEndpoint) => ({
  organizationId: endpoint.organization_id,
  endpointId: endpoint.endpoint_id,
  heldBack: endpoint.held_back,
});
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

  it("an endpoint that answered quickly has more claimed, unless it is failing", () => {
    const both = [...endpoints(1, true), ...endpoints(1, false)];
    const counts = (lastMs: number) => sharesOf([], both, () => lastMs).map(({ count }) => count);
    assert.deepEqual(counts(20), [64, 1]);
    assert.deepEqual(counts(250), [8, 1]);
  });

  it("an endpoint's running attempts count", () => {
    const [endpoint] = endpoints(1, false);
    assert.ok(endpoint);
    const underWay = Array.from({ length: 5 }, () => running(endpoint));
    assert.equal(sum(sharesOf(underWay, [endpoint])), 3);
    assert.equal(sum(sharesOf([...underWay, ...underWay], [endpoint])), 0);
  });

  it("any number of failing endpoints leave half of the places to the others", () => {
    const failing = endpoints(1_000, true);
    assert.equal(sum(sharesOf([], failing)), PLACES / 2);
    const underWay = failing.slice(0, PLACES / 2).map(running);
    const shares = sharesOf(underWay, [...failing, ...endpoints(1_000, false)]);
    assert.equal(sum(shares), PLACES / 2);
    assert.ok(shares.every((share) => !share.heldBack));
  });

  it("one organization leaves half of the places to the others, however many endpoints it has", () => {
    const [first, ...others] = ofOneOrganization(100);
    assert.ok(first);
    assert.equal(sum(sharesOf([], [first, ...others])), PLACES / 2);
    const underWay = others.slice(0, 16).flatMap((endpoint) => Array.from({ length: 8 }, () => running(endpoint)));
    assert.equal(sum(sharesOf(underWay, [first, ...others])), 0);
    assert.equal(sum(sharesOf(underWay, endpoints(1, false))), 8);
  });

  it("organizations and endpoints with the fewest running attempts come first", () => {
    const [busy, calm] = endpoints(2, false);
    assert.ok(busy && calm);
    assert.deepEqual(
      organizationsInTurn([running(busy)], [busy, calm]).map(([organizationId]) => organizationId),
      [calm.organization_id, busy.organization_id],
    );
    const ofOthers = ofOneOrganization(20);
    const underWay = ofOthers.slice(0, 16).flatMap((endpoint) => Array.from({ length: 7 }, () => running(endpoint)));
    // Of the 16 places that are left for the organization, its last endpoints get all.
    assert.deepEqual(
      sharesOf(underWay, ofOthers).map(({ endpointId, count }) => [endpointId, count]),
      ofOthers.slice(16, 18).map((endpoint) => [endpoint.endpoint_id, 8]),
    );
  });

  it("healthy endpoints can use all places, but no more", () => {
    assert.equal(sum(sharesOf([], endpoints(1_000, false))), PLACES);
  });
});
