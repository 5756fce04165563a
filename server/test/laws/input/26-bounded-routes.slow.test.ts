import assert from "node:assert/strict";
import type { Readable } from "node:stream";
import { before, describe, test } from "node:test";
import { BLOCK_MS_MAX, cpuMsOf, hostileTexts, longestTurnMsOfUpload } from "../../kit/faults/bounded-work.ts";
import { BOUNDARY, hostileForms } from "../../kit/faults/hostile-forms.ts";
import { type BodySchema, hostileBodies, hostileQueries, type Parameter } from "../../kit/faults/hostile-requests.ts";
import { long } from "../../kit/faults/random.ts";
import { servedApi, withoutReferences } from "../../kit/service/contract-document.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { newPerson, provedIn } from "../../kit/worlds/people.ts";

/**
 * Law 26, routes: no request of the maximum accepted size blocks the event loop longer than 50 ms or gets more than 64
 * KB of error details. The requests are derived from the routes' schemas, so new routes are included automatically.
 */
const ERROR_BYTES_MAX = 64 * 1024;
const HEADER_BYTES = 12 * 1024;
/** Which of its requests each route gets: every fortieth, with a different start per route, or all. */
const STRIDE = long ? 1 : 80;

interface Operation {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> };
}

interface HostileCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("work is bounded on every route", () => {
  let session: string;
  before(async () => {
    session = await provedIn(world.app, await newPerson(world, organization.organizationId));
  });

  /** What is wrong with the answer; undefined if it was fast and short enough. */
  async function problemOf({ method, url, headers, body }: HostileCall): Promise<string | undefined> {
    let [status, bytes] = [0, 0];
    const send = async (payload: Buffer | Readable | undefined) => {
      const given = payload === undefined ? {} : { payload };
      const answer = await world.app.api.inject({ method: method as "GET", url, headers, ...given });
      status = answer.statusCode;
      bytes = status < 400 ? 0 : answer.rawPayload.length;
    };
    // The service receives bytes: encoding them is work of the test.
    const content = body === undefined ? undefined : Buffer.from(body);
    const isUpload = headers["content-type"]?.startsWith("multipart/form-data") === true;
    const ms =
      isUpload && content !== undefined
        ? await longestTurnMsOfUpload(content, send)
        : await cpuMsOf(() => send(content));
    const isFine = ms <= BLOCK_MS_MAX && bytes <= ERROR_BYTES_MAX && status < 500;
    return isFine ? undefined : `${status} after ${ms.toFixed(0)} ms with ${bytes} bytes`;
  }

  async function operations() {
    const { paths } = withoutReferences<{
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    }>(await servedApi(world.app));
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([name, operation]) => ({
        method: name.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, organization.accountId),
        operation,
      })),
    );
  }

  const headersFor = ({ security }: Operation) => ({
    "content-type": "application/json",
    "sec-fetch-site": "same-origin",
    ...(security.length > 0 && security.every((way) => "session" in way)
      ? { cookie: session }
      : { authorization: `Bearer ${organization.token}` }),
  });

  /** Every hostile request derived from an operation's schemas, to be made when it is sent. */
  function requestsOf({ method, path, operation }: Awaited<ReturnType<typeof operations>>[number]) {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    const form = operation.requestBody?.content["multipart/form-data"]?.schema;
    const bodies = schema === undefined ? [] : hostileBodies(schema);
    const call = { method, headers: headersFor(operation) };
    const headers = { ...call.headers, "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
    return [
      ...(form === undefined ? [] : hostileForms(form)).map(([shape, body]) => ({
        shape,
        makeCall: () => ({ ...call, headers, url: path, body: body() }),
      })),
      ...bodies.map(([shape, body]) => ({ shape, makeCall: () => ({ ...call, url: path, body: body() }) })),
      ...hostileQueries(operation.parameters ?? []).map(([shape, query]) => ({
        shape,
        makeCall: () => ({ ...call, url: `${path}?${query()}` }),
      })),
    ];
  }

  test("answers hostile bodies and queries of the maximum size in time", { timeout: 3_600_000 }, async () => {
    const problems: string[] = [];
    let calls = 0;
    for (const [index, operation] of (await operations()).entries()) {
      for (const { shape, makeCall } of requestsOf(operation).filter((_, at) => (at + index) % STRIDE === 0)) {
        const problem = await problemOf(makeCall());
        if (problem !== undefined) problems.push(`${operation.method} ${operation.path}: ${shape} → ${problem}`);
        calls += 1;
      }
    }
    assert.deepEqual(problems, []);
    assert.ok(calls > 24_000 / STRIDE, `${calls} calls`);
  });

  test("answers hostile headers and paths of an unauthenticated caller in time", async () => {
    const names =
      "authorization cookie idempotency-key x-forwarded-for host content-type accept origin user-agent".split(" ");
    const token = organization.token;
    for (const { shape, text } of hostileTexts(HEADER_BYTES)) {
      const value = text.replaceAll(/[^ -~]/g, "?");
      for (const prefix of ["", "Bearer ", "Basic ", "bursar_session="]) {
        for (const name of names) {
          const headers = { authorization: `Bearer ${token}`, host: "127.0.0.1", [name]: `${prefix}${value}` };
          const problem = await problemOf({ method: "GET", url: "/accounts", headers });
          assert.equal(problem, undefined, `${name}: ${prefix}${shape}`);
        }
      }
      const path = encodeURIComponent(text.toWellFormed()).slice(0, HEADER_BYTES);
      for (const start of ["/", "/account/", "/dashboard/", "/dashboard/assets/", "/invite/", "/docs/", "/api/v1/"]) {
        const call = { method: "GET", url: `${start}${path}`, headers: { host: "127.0.0.1" } };
        assert.equal(await problemOf(call), undefined, `${start}${shape}`);
      }
    }
  });
});
