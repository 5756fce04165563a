import { apiDocuments } from "../../server/src/contract/api-documents.ts";
import { readExamples } from "../../server/src/contract/components/recorded-examples.ts";
import { errorsPage } from "../../server/src/contract/refusals.ts";
import { statesPage } from "../../server/src/contract/states.ts";
import { AssertionFailure } from "../../server/src/kernel/assert.ts";
import { systemClock } from "../../server/src/kernel/clock/clock.ts";
import { readConfig } from "../../server/src/kernel/process/config.ts";
import type { Service } from "../../server/src/kernel/process/service.ts";
import { createIdSource } from "../../server/src/kernel/values/ids.ts";
import { createApp } from "../../server/src/main/app.ts";

const LEVELS = 3;

/**
 * JSON with one line for each operation and component, without indentation: less than half the size, and a diff shows
 * which of them changed.
 */
function compactJson(value: unknown, level = 0): string {
  if (typeof value !== "object" || value === null || level === LEVELS) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((member) => `\n${compactJson(member, level + 1)}`).join(",")}\n]`;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `\n${JSON.stringify(name)}:${compactJson(member, level + 1)}`);
  return `{${members.join(",")}\n}`;
}

/** The generated files, by path from the repository's root. The same code always gives the same text. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const app = await createApp(serviceWithoutDatabase(), { work: false });
  try {
    const documents = apiDocuments(app.api.swagger(), readExamples());
    return new Map([
      ["api/openapi.json", `${compactJson(documents.openapi)}\n`],
      ["api/dashboard.json", `${compactJson(documents.dashboard)}\n`],
      ["docs/use/errors.md", errorsPage()],
      ["docs/use/states.md", statesPage()],
    ]);
  } finally {
    await app.close();
  }
}

/** Routes describe themselves without a database; a query is a bug. */
function serviceWithoutDatabase(): Service {
  const none = (): never => {
    throw new AssertionFailure("describing the routes needs no database");
  };
  const silent = () => undefined;
  return {
    config: { ...readConfig({}), logLevel: "silent" },
    database: {
      many: none,
      maybe: none,
      one: none,
      run: none,
      transaction: none,
      session: none,
      close: none,
      connectionLoad: none,
      connectionHealth: none,
    },
    clock: systemClock,
    newId: createIdSource(systemClock.now),
    vault: {
      createOrganizationKey: none,
      rotateOrganizationKey: none,
      requireKey: none,
      seal: none,
      open: none,
      mac: none,
      rewrapAll: none,
      replaceAccessKeys: none,
      masterKeyId: "",
      proof: none,
      forget: none,
    },
    objects: { description: "", put: none, get: none, delete: none, close: none },
    log: { info: silent, warn: silent, error: silent, debug: silent },
  };
}
