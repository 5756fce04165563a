import { Type } from "typebox";
import type { Api } from "../../kernel/http/api.ts";
import { OneOf, object } from "../../kernel/http/schemas.ts";
import {
  Email,
  findRelyingParty,
  originOf,
  Password,
  type PeopleService,
  PersonName,
  requireOwnOrigin,
  sessionCookies,
} from "../../modules/people/index.ts";
import { isSetupNeeded, setUp } from "./setup.ts";

const tags = ["Session"];

/** The first start of a service: whoever reads its output makes the organization. */
export function setupRoutes(app: Api, service: PeopleService): void {
  needRoute(app, service);
  setUpRoute(app, service);
}

function needRoute(app: Api, service: PeopleService): void {
  app.get(
    "/setup",
    {
      config: { scope: "public", within: () => "every", refusals: ["serviceUnavailable"] },
      schema: {
        operationId: "getSetup",
        summary: "What a sign-in page needs to know",
        description: "Whether this service is to be set up first, and whether it takes passkeys.",
        tags,
        response: {
          200: object({
            needed: Type.Boolean({ description: "True while there is no organization: see POST /setup." }),
            mode: OneOf(["sandbox", "production"], "The mode of the service."),
            passkeys: Type.Boolean({ description: "Whether PUBLIC_URL is a domain that passkeys can belong to." }),
          }),
        },
      },
    },
    async () => ({
      needed: await isSetupNeeded(service),
      mode: service.config.mode,
      passkeys: findRelyingParty(service.config) !== undefined,
    }),
  );
}

function setUpRoute(app: Api, service: PeopleService): void {
  app.post(
    "/setup",
    {
      config: {
        scope: "public",
        within: () => "every",
        refusals: ["setupDone", "setupCodeRefused", "tooManySignIns", "crossOriginRefused", "serviceUnavailable"],
      },
      schema: {
        operationId: "setUp",
        summary: "Set the service up",
        description:
          "Makes the first organization and its first administrator, and signs them in; the session comes as a cookie. With the code the service prints when it starts, good for a day. Works once.",
        tags,
        body: {
          ...object({
            code: Type.String({ minLength: 1, maxLength: 60, description: "The set-up code." }),
            organizationName: Type.String({
              minLength: 1,
              maxLength: 200,
              description: "The organization's legal name.",
            }),
            firstName: PersonName("First name."),
            lastName: PersonName("Last name."),
            email: Email,
            password: Password("The password to sign in with, at least 12 characters."),
          }),
          examples: [
            {
              code: "AB2CDEF-GHJKLMN-PQRSTUV",
              organizationName: "Acme, Inc.",
              firstName: "Ada",
              lastName: "Lovelace",
              email: "ada@example.com",
              password: "three herons above the weir",
            },
          ],
        },
        response: { 201: object({ next: OneOf(["signedIn"], "The cookie is set.") }) },
      },
    },
    async (request, reply) => {
      requireOwnOrigin(request, service.config, { mustSay: false });
      const opened = await setUp(service, { ...request.body, origin: originOf(request, service.config) });
      return reply
        .code(201)
        .header("set-cookie", sessionCookies(service.config, opened))
        .send({ next: "signedIn" as const });
    },
  );
}
