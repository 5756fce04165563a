import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { OneOf, object } from "#kernel/http/schemas.ts";
import {
  Email,
  findRelyingParty,
  originOf,
  Password,
  type PeopleService,
  PersonName,
  requireOwnOrigin,
  sessionCookies,
} from "#records/people";
import { isSetupNeeded, setUp } from "./setup.ts";

const tags = ["Session"];

/** The first start of a service: the person who reads its output creates the organization. */
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
        summary: "Get the state of the setup",
        description: "Whether this service still needs to be set up, and whether it supports passkeys.",
        tags,
        response: {
          200: object(
            {
              needed: Type.Boolean({ description: "True while no organization exists: see POST /setup." }),
              mode: OneOf(["sandbox", "production"], "The mode of the service.", "ServiceMode"),
              passkeys: Type.Boolean({ description: "Whether PUBLIC_URL is a domain that passkeys can belong to." }),
            },
            { title: "SetupState" },
          ),
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
        summary: "Set up the service",
        description:
          "Creates the first organization and its first administrator, and signs them in with a session cookie. Requires the code that the service prints at start, valid for a day. Works once.",
        tags,
        body: {
          ...object({
            code: Type.String({ minLength: 1, maxLength: 60, description: "The setup code." }),
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
          title: "SetUpRequest",
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
        response: { 201: object({ next: OneOf(["signedIn"], "The session cookie is set.") }, { title: "SignedIn" }) },
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
