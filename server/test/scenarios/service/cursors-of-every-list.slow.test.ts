import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ContractOperation, operationsOf, readContract } from "../../kit/operations/contract-operations.ts";
import { type Everything, type Given, openEverything } from "../../kit/operations/everything.ts";
import { fixtures, listQueries } from "../../kit/operations/fixtures.ts";
import { servedApi } from "../../kit/service/contract-document.ts";

const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";
const CURSORS = ["start_after", "start_at", "end_before"] as const;

/** Wire contract §1.7: every cursor of every list in the API documents behaves alike. */
describe("the cursors of every list", () => {
  let mine: Everything;
  let otherOrganization: Everything["organization"];
  let lists: readonly ContractOperation[];
  before(async () => {
    mine = await openEverything();
    otherOrganization = await mine.world.newOrganization();
    lists = operationsOf(readContract(await servedApi(mine.world.app))).filter(({ parameters }) =>
      parameters.some(({ name }) => name === "start_after"),
    );
  });
  after(() => mine.close());

  const cursorsOf = ({ parameters }: ContractOperation) =>
    CURSORS.filter((name) => parameters.some((parameter) => parameter.name === name));

  async function readerOf(operation: ContractOperation) {
    const given: Given = { ...mine.ids, ...(await fixtures[operation.operationId]?.(mine)) };
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? "");
    const cookie = given["cookie"] ?? (await mine.session());
    return async (paging: string) => {
      const query = [listQueries[operation.operationId], paging].filter(Boolean).join("&");
      const answer = await mine.world.app.api.inject({
        url: `${path}?${query}`,
        headers: operation.audience === "people" ? { cookie } : { authorization: `Bearer ${mine.organization.token}` },
      });
      const { errors, ...body } = answer.json();
      return {
        status: answer.statusCode,
        code: errors?.errorCode,
        fields: errors?.fields,
        errors,
        body,
        text: answer.body,
      };
    };
  }

  test("are start_after and end_before, with limit and order", () => {
    assert.ok(lists.length > 20, `${lists.length}`);
    for (const { operationId, parameters } of lists)
      for (const parameterName of ["limit", "end_before"])
        assert.ok(
          parameters.some(({ name }) => name === parameterName),
          `${operationId} has no ${parameterName}`,
        );
  });

  test("name what they do not match: an unknown item, one of another list, of another organization, or the list itself", async () => {
    for (const operation of lists) {
      const read = await readerOf(operation);
      for (const cursor of cursorsOf(operation)) {
        const where = `${operation.operationId} ${cursor}`;
        // The organization itself is in no list.
        for (const id of [
          UNKNOWN,
          otherOrganization.accountId,
          otherOrganization.recipientId,
          mine.organization.organizationId,
        ]) {
          const { status, code, errors, text } = await read(`${cursor}=${id}`);
          assert.deepEqual([status, code, errors?.parameter], [400, "unknownCursor", cursor], `${where} ${text}`);
        }
        const other = operation.path === "/accounts" ? mine.organization.recipientId : mine.organization.accountId;
        // An account is not an item of a list of anything else.
        if (!/account|treasury|reconciliation/i.test(operation.path)) {
          const { code, text } = await read(`${cursor}=${other}`);
          assert.equal(code, "unknownCursor", `${where}, an item of another list: ${text}`);
        }
      }
    }
  });

  test("name a malformed value; an empty one is none; two at once are refused", async () => {
    for (const operation of lists) {
      const read = await readerOf(operation);
      const cursors = cursorsOf(operation);
      for (const cursor of cursors) {
        const where = `${operation.operationId} ${cursor}`;
        for (const wrong of [
          "seven",
          "1",
          "%00",
          `${UNKNOWN}x`,
          `${UNKNOWN},${UNKNOWN}`,
          `${UNKNOWN}&${cursor}=${UNKNOWN}`,
        ]) {
          const { status, code, fields, errors, text } = await read(`${cursor}=${wrong}`);
          const isOpaque = operation.parameters.some(({ name, schema }) => name === cursor && schema.format !== "uuid");
          // Every text could be the ID of an invite.
          if (isOpaque && code === "unknownCursor") assert.deepEqual([status, errors.parameter], [400, cursor], where);
          else assert.deepEqual([status, code, fields?.[0]?.path], [400, "invalidRequest", cursor], `${where} ${text}`);
        }
        const [none, empty] = [await read("limit=3"), await read(`limit=3&${cursor}=`)];
        assert.deepEqual([empty.status, empty.body], [200, none.body], `${where} empty`);
        const first = Object.values(none.body).find(Array.isArray)?.[0];
        const id = first?.id ?? first?.requestId ?? first?.userId ?? UNKNOWN;
        for (const second of cursors.filter((candidate) => candidate !== cursor)) {
          const both = await read(`${cursor}=${id}&${second}=${id}`);
          assert.deepEqual(
            [both.status, both.code],
            [400, "conflictingCursors"],
            `${where} and ${second} ${both.text}`,
          );
        }
      }
    }
  });
});
