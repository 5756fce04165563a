import swagger from "@fastify/swagger";
import type { RouteOptions } from "fastify";
import type { Api } from "#kernel/http/api.ts";
import { UNDOCUMENTED } from "#kernel/http/schemas.ts";
import { version } from "#kernel/process/version.ts";
import { deliveryContract } from "#reports/webhooks";
import { apiDocuments } from "./api-documents.ts";
import { takesKey } from "./components/openapi-headers.ts";
import { readExamples } from "./components/recorded-examples.ts";
import { API_INTRODUCTION, groups } from "./introductions.ts";
import { refusalsOfRoute } from "./refusals.ts";
import { sendDocument, servedDocument } from "./served-document.ts";

const tokens = [{ bearer: [] }, { basic: [] }];
const people = [{ session: [] }];

/**
 * Collects the routes into OpenAPI 3.1 documents (api-documents.ts). Call before the routes are registered. A route's
 * own description (schema, scope, refusals) is the only source, so the documents cannot drift from the behavior.
 */
export async function registerOpenApi(app: Api, { isPublic }: { readonly isPublic: boolean }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Bursar",
        version: version(),
        description: API_INTRODUCTION,
        contact: { name: "Bursar", url: "https://github.com/bursar/bursar" },
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: "/api/v1" }, { url: "/" }],
      tags: groups,
      webhooks: deliveryContract,
      // Operations that not every kind of caller may use say so.
      security: [...tokens, ...people],
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", description: "The API token." },
          basic: { type: "http", scheme: "basic", description: "The API token as user name, with an empty password." },
          session: {
            type: "apiKey",
            in: "cookie",
            name: "bursar_session",
            description:
              "A signed-in user (POST /session); named __Host-bursar_session with https. Requests with effects must come from the service's own pages.",
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: { ...schema, querystring: documented(schema.querystring), ...extensionsOf(route) },
    }),
  });
  if (!isPublic) return;
  const documents = once(() => apiDocuments(app.swagger(), readExamples()));
  for (const [url, name] of served) {
    const document = once(() => servedDocument(documents()[name]));
    app.get(url, { config: { scope: "public" }, schema: { hide: true } }, async (request, reply) =>
      sendDocument(document(), request, reply),
    );
  }
}

/** The parameters without those that only older clients send. */
function documented(parameters: unknown): unknown {
  const { properties = {}, ...rest } = Object(parameters);
  const entries = Object.entries(properties).filter(([, schema]) => Object(schema)[UNDOCUMENTED] !== true);
  return parameters === undefined ? undefined : { ...rest, properties: Object.fromEntries(entries) };
}

/** Both are public: the routes are, in this repository. */
const served = [
  ["/openapi.json", "openapi"],
  ["/openapi-dashboard.json", "dashboard"],
] as const;

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function extensionsOf(route: RouteOptions): Readonly<Record<string, unknown>> {
  const { scope, allowlisted, permission } = route.config ?? {};
  const codes = refusalsOfRoute({
    scope: scope ?? "public",
    refusals: route.config?.refusals ?? [],
    allowlisted: allowlisted === true,
    permission: permission !== undefined,
    stepUp: route.config?.stepUp === true,
    worksWithoutSecondFactor: route.config?.worksWithoutSecondFactor === true,
    isSafe: route.method === "GET",
    takesBody: route.schema?.body !== undefined,
    takesParameters:
      route.method !== "GET" || hasMembers(route.schema?.querystring) || hasMembers(route.schema?.params),
    takesKey: takesKey(route.schema?.body) && route.config?.isPreview !== true,
  });
  const open = scope === undefined || scope === "public";
  return {
    ...securityOf(scope ?? "public", allowlisted === true || (scope === "anyToken" && permission === undefined)),
    ...(open || scope === "anyToken" || scope === "person" ? {} : { "x-required-scope": scope }),
    ...(permission === undefined ? {} : { "x-required-permission": permission }),
    ...(allowlisted === true ? { "x-allowlisted": true } : {}),
    ...(route.config?.isPreview === true ? { "x-preview": true } : {}),
    "x-error-codes": codes,
  };
}

/** A GET without parameters has nothing that can be wrong: it ignores unknown ones (decision P5). */
const hasMembers = (schema: unknown): boolean => Object.keys(Object(Object(schema).properties)).length > 0;

/** Nobody, tokens, or users, according to the route's scope; absent for both. */
function securityOf(scope: string, forTokensAlone: boolean) {
  if (scope === "public") return { security: [] };
  if (scope === "person") return { security: people };
  return forTokensAlone ? { security: tokens } : {};
}
