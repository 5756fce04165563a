import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  type EndpointFilter,
  endpointWants,
  eventTypeOf,
  filterPathsNamed,
  type WebhookEventType,
  webhookEventTypes,
  webhookFilterPaths,
} from "./event-filter.ts";

const all = { eventTypes: null, filterPaths: null };
const updated = (...changedPaths: string[]) => ({ eventType: "transaction.updated" as const, changedPaths });
const created = { eventType: "transaction.created" as const, changedPaths: ["amount", "status"] };
const balance = (...changedPaths: string[]) => ({
  eventType: "checkingAccount.balance.updated" as const,
  changedPaths,
});
const filtered = (...filterPaths: string[]) => ({ eventTypes: null, filterPaths });

test("the vocabulary matches the contract: 7 event types, 29 paths, no duplicates", () => {
  assert.equal(new Set(webhookEventTypes).size, 7);
  assert.equal(new Set(webhookFilterPaths).size, 29);
});

describe("the type of an event", () => {
  const cases: readonly [string, string, WebhookEventType | undefined][] = [
    ["transaction", "create", "transaction.created"],
    ["transaction", "update", "transaction.updated"],
    ["transaction", "delete", undefined],
    ["checkingAccount", "update", "checkingAccount.balance.updated"],
    ["savingsAccount", "update", "savingsAccount.balance.updated"],
    ["treasuryAccount", "update", "treasuryAccount.balance.updated"],
    ["investmentAccount", "update", "investmentAccount.balance.updated"],
    ["creditAccount", "update", "creditAccount.balance.updated"],
    ["checkingAccount", "create", undefined],
    ["checkingAccount", "delete", undefined],
    ["recipient", "update", undefined],
    ["transaction", "constructor", undefined],
    ["", "", undefined],
  ];
  for (const [resourceType, operationType, expected] of cases) {
    test(`${resourceType || "nothing"} ${operationType} is ${expected ?? "none"}`, () =>
      assert.equal(eventTypeOf({ resourceType, operationType }), expected));
  }
});

describe("event types", () => {
  test("if omitted, include both transaction events and no balance event", () => {
    for (const eventTypes of [null, []]) {
      const expected = webhookEventTypes.filter((eventType) =>
        endpointWants({ eventTypes, filterPaths: null }, { eventType, changedPaths: ["x"] }),
      );
      assert.deepEqual(expected, ["transaction.created", "transaction.updated"]);
    }
  });

  test("law: include exactly the named types", () => {
    fc.assert(
      fc.property(fc.subarray([...webhookEventTypes], { minLength: 1 }), (eventTypes) => {
        const expected = webhookEventTypes.filter((eventType) =>
          endpointWants({ eventTypes, filterPaths: null }, { eventType, changedPaths: [] }),
        );
        assert.deepEqual(expected, eventTypes);
      }),
    );
  });
});

describe("filter paths", () => {
  const cases: readonly [string, string, boolean][] = [
    ["transaction.status", "status", true],
    ["status", "status", true],
    ["transaction.status", "note", false],
    ["transaction.note", "noted", false],
    ["transaction.status", "statusText", false],
    ["transaction.categoryData", "categoryData", true],
    ["transaction.categoryData", "categoryData.mercuryCategory", true],
    ["transaction.categoryData", "categoryData.customCategory.id", true],
    ["transaction.customCategory", "categoryData.customCategory.name", true],
    ["transaction.customCategory.id", "categoryData.customCategory.id", true],
    ["customCategory.id", "customCategory.id", true],
    ["transaction.customCategory.id", "categoryData.customCategory.name", false],
    ["transaction.customCategory.id", "categoryData.customCategory", true],
    ["transaction.customCategory.id", "categoryData", true],
    ["transaction.mercuryCategory", "categoryData.customCategory", false],
    ["transaction.mercuryCategory", "mercuryCategory", true],
    ["checkingAccount.availableBalance", "status", true],
    ["nonsense", "status", false],
  ];
  for (const [path, changed, expected] of cases) {
    test(`${path} ${expected ? "includes" : "excludes"} a change of ${changed}`, () =>
      assert.equal(endpointWants(filtered(path), updated("estimatedDeliveryDate", changed)), expected));
  }

  test("need one match among several", () => {
    const endpoint = filtered("transaction.status", "amount");
    assert.equal(endpointWants(endpoint, updated("note", "amount")), true);
    assert.equal(endpointWants(endpoint, updated("note", "postedAt")), false);
    assert.equal(endpointWants(endpoint, updated()), false);
    assert.equal(endpointWants(all, updated()), true);
    assert.equal(endpointWants(filtered(), updated("note")), true);
  });

  test("never exclude a creation", () => {
    assert.equal(endpointWants(filtered("transaction.note"), created), true);
    assert.equal(endpointWants({ eventTypes: ["transaction.updated"], filterPaths: null }, created), false);
  });

  test("restrict balance events by the fields of that kind of account, or by the bare field name", () => {
    const eventTypes = ["checkingAccount.balance.updated"];
    const wants = (path: string, ...changed: string[]) =>
      endpointWants({ eventTypes, filterPaths: [path] }, balance(...changed));
    assert.equal(wants("checkingAccount.availableBalance", "availableBalance"), true);
    assert.equal(wants("checkingAccount.availableBalance", "currentBalance"), false);
    assert.equal(wants("availableBalance", "availableBalance"), true);
    assert.equal(wants("availableBalance", "currentBalance"), false);
    assert.equal(
      wants("transaction.status", "currentBalance"),
      true,
      "a filter on transactions does not affect balance events",
    );
    assert.equal(
      endpointWants(filtered("availableBalance"), balance("availableBalance")),
      false,
      "not listed, so not sent",
    );
  });

  test("law: each of the 29, with or without its resource, accepts exactly its own change", () => {
    for (const path of webhookFilterPaths) {
      const resource = path.slice(0, path.indexOf("."));
      const field = path.slice(path.indexOf(".") + 1);
      const eventType = eventTypeOf({ resourceType: resource, operationType: "update" });
      assert.ok(eventType !== undefined);
      for (const name of [path, field]) {
        const endpoint: EndpointFilter = { eventTypes: [eventType], filterPaths: [name] };
        assert.equal(endpointWants(endpoint, { eventType, changedPaths: [field] }), true, name);
        assert.equal(endpointWants(endpoint, { eventType, changedPaths: ["other"] }), false, name);
        assert.ok(filterPathsNamed(name).includes(path));
      }
    }
  });
});

test("a bare name means the field in every resource that has it", () => {
  assert.deepEqual(filterPathsNamed("status"), ["transaction.status"]);
  assert.equal(filterPathsNamed("availableBalance").length, 5);
  for (const name of ["", ".", "transaction", "transaction.", "transaction.id", "Status", "id", "balance"]) {
    assert.deepEqual(filterPathsNamed(name), []);
  }
});
