import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import type { Api } from "#kernel/http/api.ts";
import { Refusal } from "#kernel/refusal.ts";

/**
 * The codes of the refusals that tests of this process received. `npm test` sets a folder for them, and fails a full
 * run in which some refusal of errors.md was never received: naming a code in a test is not the same as provoking
 * it.
 */
const FOLDER = process.env["BURSAR_TEST_RECEIVED_REFUSALS"];
const received = new Set<string>();

if (FOLDER !== undefined)
  process.once("exit", () => writeFileSync(join(FOLDER, randomUUID()), [...received].join("\n")));

/** Records the refusal code if the response is a refusal. */
export function noteRefusal(status: number, text: string): void {
  if (FOLDER === undefined || status < 400) return;
  const code = /"errorCode":"(\w+)"/.exec(text)?.[1];
  if (code !== undefined) received.add(code);
}

/** For assert.rejects: the refusal with this code, also recorded. For commands, which refuse without HTTP. */
export const refusedWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error));
  assert.equal(error.code, code);
  received.add(error.code);
  return true;
};

/** Records every refusal that a test receives from an app without a socket. */
export function noteRefusalsOf(api: Api): void {
  const inject: (options: InjectOptions | string) => Promise<LightMyRequestResponse> = api.inject.bind(api);
  const noting = async (options: InjectOptions | string): Promise<LightMyRequestResponse> => {
    const response = await inject(options);
    noteRefusal(response.statusCode, response.payload);
    return response;
  };
  Object.assign(api, { inject: noting });
}
