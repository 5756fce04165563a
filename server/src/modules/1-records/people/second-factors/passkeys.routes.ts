import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { idParams, Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { callerOf } from "#records/identity";
import { AssertionSchema, assertionExample, Base64Url, Done } from "../people-schemas.ts";
import type { PeopleService } from "../people-service.ts";
import { personOf } from "../person.ts";
import { requireOwnOrigin } from "../sign-in/own-origin.ts";
import { sessionCookies } from "../sign-in/session-cookie.ts";
import type { SessionGate } from "../sign-in/session-gate.ts";
import { originOf } from "../sign-in/sign-in.routes.ts";
import { signInWithPasskey, startPasskeySignIn, startPasskeyStepUp } from "./passkey-proof.ts";
import { type PasskeyRow, passkeysOf } from "./passkeys.queries.ts";
import { addPasskey, removePasskey, renamePasskey, startPasskey } from "./passkeys.ts";

const tags = ["Session"];
const rpId = Type.String({ description: "The domain the passkey belongs to." });
const name = Type.String({ minLength: 1, maxLength: 60, description: "The passkey's name." });
const challenge = Type.String({ description: "What the passkey signs: valid once, for five minutes." });
const timeoutMs = Type.Integer({ description: "The browser's time limit in milliseconds." });
const transports = Type.Array(Type.String({ maxLength: 30, description: "A transport, as named by browsers." }), {
  maxItems: 10,
  description: "How the authenticator can be reached.",
});
const passkeyObject = (description: string) =>
  Type.Array(
    object(
      { id: Type.String({ description: "The credential, in base64url." }), transports },
      { title: "PasskeyCredential" },
    ),
    {
      description,
    },
  );

/** The input of `navigator.credentials.create`. */
const CreationOptionsSchema = object(
  {
    challenge,
    rp: object(
      {
        id: Type.String({ description: "The domain the passkey belongs to." }),
        name: Type.String({ description: "This service." }),
      },
      { description: "The user of the passkey." },
    ),
    user: object(
      {
        id: Type.String({ description: "The user handle, in base64url." }),
        name: Type.String({ description: "The email address." }),
        displayName: Type.String({ description: "The person's name and organization." }),
      },
      { description: "The user of the passkey." },
    ),
    algorithms: Type.Array(Type.Integer({ description: "A COSE algorithm." }), {
      description: "Key algorithms, in order of preference.",
    }),
    excluded: passkeyObject("The user's existing passkeys, so that an authenticator does not create a second one."),
    timeoutMs,
  },
  { title: "PasskeyCreationOptions" },
);

const PasskeySchema = object(
  {
    id: Uuid("The passkey's id."),
    name: Type.String({ description: "The passkey's name." }),
    createdAt: Timestamp("When it was added."),
    lastUsedAt: Nullable(Timestamp("When it was last used.")),
  },
  { title: "Passkey", description: "A passkey of the user." },
);

const render = (row: PasskeyRow): Static<typeof PasskeySchema> => ({
  id: row.passkey_id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Routes for a user's passkeys. */
export function passkeyRoutes(app: Api, service: PeopleService, gate: SessionGate): void {
  addRoutes(app, service, gate);
  changeRoutes(app, service, gate);
  signInRoutes(app, service);
}

function addRoutes(app: Api, service: PeopleService, gate: SessionGate): void {
  app.post(
    "/session/passkeys/options",
    {
      config: {
        scope: "person",
        worksWithoutSecondFactor: true,
        refusals: ["stepUpNeeded", "passkeysUnavailable", "tooManyPasskeys"],
      },
      schema: {
        operationId: "startPasskey",
        summary: "Start adding a passkey",
        description:
          "Returns the input of `navigator.credentials.create`. Requires recent reauthentication (POST /session/step-up).",
        tags,
        response: {
          200: CreationOptionsSchema,
        },
      },
    },
    (request) => startPasskey(service, callerOf(request)),
  );

  app.post(
    "/session/passkeys",
    {
      config: {
        scope: "person",
        worksWithoutSecondFactor: true,
        refusals: ["passkeysUnavailable", "passkeyNotAdded", "tooManyPasskeys"],
      },
      schema: {
        operationId: "addPasskey",
        summary: "Add a passkey",
        description:
          "Takes the browser's reply. The authenticator must have verified the user (fingerprint, face, or PIN), so a passkey is enough to sign in.",
        tags,
        body: {
          ...object({
            name,
            id: Base64Url("The credential's id.", 2_000),
            clientDataJSON: Base64Url("As received from the browser.", 5_000),
            attestationObject: Base64Url("As received from the browser.", 30_000),
            transports,
          }),
          title: "AddPasskeyRequest",
          examples: [
            {
              name: "Laptop",
              id: "dGhlIGNyZWRlbnRpYWw",
              clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
              attestationObject: "o2NmbXRkbm9uZQ",
              transports: ["internal"],
            },
          ],
        },
        response: { 201: PasskeySchema },
      },
    },
    async (request, reply) => {
      const added = await addPasskey(service, callerOf(request), request.body);
      gate.forgetRequest(request);
      return reply.code(201).send(render(added));
    },
  );
}

function changeRoutes(app: Api, service: PeopleService, gate: SessionGate): void {
  app.get(
    "/session/passkeys",
    {
      config: { scope: "person", worksWithoutSecondFactor: true, refusals: [] },
      schema: {
        operationId: "getPasskeys",
        summary: "List the user's passkeys",
        description: "Oldest first.",
        tags,
        response: {
          200: object(
            { passkeys: Type.Array(PasskeySchema, { description: "The passkeys." }) },
            { title: "PasskeyList" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId, userId } = personOf(callerOf(request));
      return { passkeys: (await passkeysOf(service.database, organizationId, userId)).map(render) };
    },
  );

  const params = idParams("passkeyId", "The passkey.");
  app.patch(
    "/session/passkeys/:passkeyId",
    {
      config: { scope: "person", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "renamePasskey",
        summary: "Rename a passkey",
        description: "Names help the user distinguish passkeys.",
        tags,
        params,
        body: { ...object({ name }), title: "RenamePasskeyRequest", examples: [{ name: "Phone" }] },
        response: { 200: PasskeySchema },
      },
    },
    async (request) => render(await renamePasskey(service, callerOf(request), { ...request.params, ...request.body })),
  );

  app.delete(
    "/session/passkeys/:passkeyId",
    {
      config: { scope: "person", refusals: ["stepUpNeeded", "resourceNotFound"] },
      schema: {
        operationId: "removePasskey",
        summary: "Remove a passkey",
        description: "The passkey can no longer sign in. Requires recent reauthentication (POST /session/step-up).",
        tags,
        params,
        response: { 204: Done("Removed.") },
      },
    },
    async (request, reply) => {
      await removePasskey(service, callerOf(request), request.params.passkeyId);
      gate.forgetRequest(request);
      return reply.code(204).send(null);
    },
  );
}

function signInRoutes(app: Api, service: PeopleService): void {
  app.post(
    "/session/passkey/options",
    {
      config: { scope: "public", refusals: ["passkeysUnavailable", "crossOriginRefused"] },
      schema: {
        operationId: "startPasskeySignIn",
        summary: "Start signing in with a passkey",
        description: "Returns the input of `navigator.credentials.get`, for any passkey of this service.",
        tags,
        response: { 200: object({ challenge, rpId, timeoutMs }, { title: "PasskeySignInOptions" }) },
      },
    },
    async (request) => {
      requireOwnOrigin(request, service.config, { mustSay: false });
      return startPasskeySignIn(service);
    },
  );

  app.post(
    "/session/passkey",
    {
      config: {
        scope: "public",
        // The authenticator's assertion names the user.
        within: () => "every",
        refusals: [
          "passkeyRefused",
          "providerNeeded",
          "passkeysUnavailable",
          "tooManySignIns",
          "crossOriginRefused",
          "serviceUnavailable",
        ],
      },
      schema: {
        operationId: "signInWithPasskey",
        summary: "Sign in with a passkey",
        description: "Takes the signed challenge and nothing else: the authenticator has verified the user.",
        tags,
        body: { ...AssertionSchema, examples: [assertionExample] },
        response: { 200: object({ next: OneOf(["signedIn"], "The session cookie is set.") }, { title: "SignedIn" }) },
      },
    },
    async (request, reply) => {
      requireOwnOrigin(request, service.config, { mustSay: false });
      const opened = await signInWithPasskey(service, {
        assertion: request.body,
        origin: originOf(request, service.config),
      });
      reply.header("set-cookie", sessionCookies(service.config, opened));
      return { next: "signedIn" as const };
    },
  );

  stepUpRoute(app, service);
}

function stepUpRoute(app: Api, service: PeopleService): void {
  app.post(
    "/session/step-up/options",
    {
      config: { scope: "person", worksWithoutSecondFactor: true, refusals: ["passkeysUnavailable"] },
      schema: {
        operationId: "startPasskeyStepUp",
        summary: "Start reauthenticating with a passkey",
        description: "Returns the input of `navigator.credentials.get`; send the result to POST /session/step-up.",
        tags,
        response: {
          200: object(
            { challenge, rpId, allowed: passkeyObject("The user's passkeys."), timeoutMs },
            { title: "StepUpOptions" },
          ),
        },
      },
    },
    (request) => startPasskeyStepUp(service, callerOf(request)),
  );
}
