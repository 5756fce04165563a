import { type Static, Type } from "typebox";
import { present } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import type { Api } from "#kernel/http/api.ts";
import { idParams, Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { type Caller, callerOf, findOrganization, scopeNames } from "#records/identity";
import { AssertionSchema, Code, Done, Password, PersonName, renderUser, UserSchema } from "../people-schemas.ts";
import type { PeopleService } from "../people-service.ts";
import { personOf } from "../person.ts";
import { permissionNames } from "../roles.ts";
import { findSecondFactors } from "../second-factors/second-factor.ts";
import { findUser } from "../users.queries.ts";
import { changeOwnName, changePassword, endOwnSession, stepUp } from "./own-account.ts";
import { IDLE_MS, sessionEndsAt, steppedUpUntil } from "./session.ts";
import { endedCookie } from "./session-cookie.ts";
import type { SessionGate } from "./session-gate.ts";
import { findSession, openSessionsOf, type SessionRow, waysToSignIn } from "./sessions.queries.ts";

const tags = ["Session"];

const SelfSchema = object(
  {
    user: UserSchema,
    organization: object(
      {
        id: Uuid("Its id."),
        legalBusinessName: Type.String({ description: "Its legal name." }),
      },
      { title: "NamedOrganization", description: "The user's organization." },
    ),
    mode: OneOf(["sandbox", "production"], "The mode of this service.", "ServiceMode"),
    scopes: Type.Array(OneOf(scopeNames, "A scope.", "Scope"), {
      description: "Routes that the user may call, by scope.",
    }),
    permissions: Type.Array(OneOf(permissionNames, "A permission.", "Permission"), {
      description: "The user's other permissions.",
    }),
    secondFactor: Type.Boolean({ description: "Whether signing in with the password also requires a code." }),
    secondFactorDueAt: Nullable(
      Timestamp("When the user must have set up a second factor; null = they have one, or need none."),
    ),
    secondFactorOverdue: Type.Boolean({
      description: "True after that time: until a second factor is set up, the session can only set one up.",
    }),
    stepUpWith: Type.Array(OneOf(["passkey", "code", "password", "provider"], "A way."), {
      description: "How the user can reauthenticate; `provider`: by a fresh sign-in there (POST /sso/step-up).",
    }),
    createdAt: Timestamp("When the user signed in."),
    expiresAt: Timestamp("When the session ends if it is not used before."),
    endsAt: Timestamp("When the session ends in any case."),
    steppedUpUntil: Nullable(Timestamp("Until when the user need not reauthenticate; null = they must.")),
    serviceTime: Timestamp("The service's time. In a sandbox, its clock may have been moved."),
  },
  { title: "Session" },
);

const SessionSchema = object({
  id: Uuid("The session's id."),
  isThis: Type.Boolean({ description: "True for the session of this request." }),
  address: Type.String({ description: "The address from which it was opened." }),
  userAgent: Nullable(Type.String({ description: "The browser's user agent." })),
  signedInWith: OneOf(waysToSignIn, "The last step of the sign-in.", "SignedInWith"),
  createdAt: Timestamp("When it was opened."),
  lastSeenAt: Timestamp("When it was last used, to the minute."),
  expiresAt: Timestamp("When it ends if it is not used before."),
});

const renderSession = (row: SessionRow, { person }: Caller): Static<typeof SessionSchema> => ({
  id: row.session_id,
  isThis: row.session_id === person?.sessionId,
  address: row.address,
  userAgent: row.user_agent,
  signedInWith: row.signed_in_with,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  expiresAt: sessionEndsAt(row).toISOString(),
});

async function describeSelf(service: PeopleService, caller: Caller): Promise<Static<typeof SelfSchema>> {
  const { organizationId, userId, sessionId } = personOf(caller);
  const [user, organization, session, standing] = await Promise.all([
    findUser(service.database, organizationId, userId),
    findOrganization(service.database, organizationId),
    findSession(service.database, organizationId, sessionId),
    findSecondFactors(service, service.database, { organizationId, userId }),
  ]);
  const { takesCode, hasPasskey, passwordSuffices } = standing;
  const byProvider = session.signed_in_with === "provider";
  const dueAt = byProvider ? undefined : standing.dueAt;
  const now = service.machineClock.now();
  const until = steppedUpUntil(session, now);
  return {
    user: renderUser(present(user, "a signed-in caller is a user")),
    organization: {
      id: organizationId,
      legalBusinessName: present(organization, "a signed-in user belongs to an organization").legalBusinessName,
    },
    mode: service.config.mode,
    scopes: scopeNames.filter((name) => caller.scopes.has(name)),
    permissions: permissionNames.filter((name) => caller.person?.permissions.has(name)),
    secondFactor: takesCode,
    secondFactorDueAt: dueAt?.toISOString() ?? null,
    secondFactorOverdue: dueAt !== undefined && dueAt <= now,
    stepUpWith: [
      ...(hasPasskey ? (["passkey"] as const) : []),
      ...(takesCode ? (["code"] as const) : []),
      ...(passwordSuffices ? (["password"] as const) : []),
      ...(byProvider ? (["provider"] as const) : []),
    ],
    createdAt: session.created_at.toISOString(),
    expiresAt: sessionEndsAt(session).toISOString(),
    endsAt: session.expires_at.toISOString(),
    steppedUpUntil: until?.toISOString() ?? null,
    serviceTime: service.clock.now().toISOString(),
  };
}

/** Routes for a signed-in user's own sessions. */
export function sessionRoutes(app: Api, service: PeopleService, gate: SessionGate): void {
  readRoutes(app, service);
  endRoutes(app, service, gate);
  proveRoutes(app, service, gate);
}

function readRoutes(app: Api, service: PeopleService): void {
  app.get(
    "/session",
    {
      config: { scope: "person", worksWithoutSecondFactor: true, refusals: [] },
      schema: {
        operationId: "getSession",
        summary: "Get the signed-in user",
        description: "Returns the user, their rights, and when the session ends.",
        tags,
        response: { 200: SelfSchema },
      },
    },
    (request) => describeSelf(service, callerOf(request)),
  );

  app.patch(
    "/session/user",
    {
      config: { scope: "person", refusals: [] },
      schema: {
        operationId: "changeOwnName",
        summary: "Change the user's name",
        description: "The name that other users see.",
        tags,
        body: {
          ...object({ firstName: PersonName("First name."), lastName: PersonName("Last name.") }),
          title: "ChangeOwnNameRequest",
          examples: [{ firstName: "Ada", lastName: "Lovelace" }],
        },
        response: { 200: UserSchema },
      },
    },
    async (request) => renderUser(await changeOwnName(service, callerOf(request), request.body)),
  );

  app.get(
    "/sessions",
    {
      config: { scope: "person", worksWithoutSecondFactor: true, refusals: [] },
      schema: {
        operationId: "getSessions",
        summary: "List the user's sessions",
        description: "Open sessions, newest first; at most 100.",
        tags,
        response: {
          200: object(
            { sessions: Type.Array(SessionSchema, { description: "The open sessions." }) },
            { title: "SessionList" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId, userId } = personOf(caller);
      const now = service.machineClock.now();
      const seenAfter = plusMs(now, -IDLE_MS);
      const rows = await openSessionsOf(service.database, organizationId, { userId, now, seenAfter });
      return { sessions: rows.map((row) => renderSession(row, caller)) };
    },
  );
}

function endRoutes(app: Api, service: PeopleService, gate: SessionGate): void {
  app.delete(
    "/session",
    {
      config: { scope: "person", worksWithoutSecondFactor: true, refusals: [] },
      schema: {
        operationId: "signOut",
        summary: "Sign out",
        description: "Ends the session and deletes the cookie.",
        tags,
        response: { 204: Done("Signed out.") },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await endOwnSession(service, caller, personOf(caller).sessionId);
      gate.forgetRequest(request);
      return reply.code(204).header("set-cookie", endedCookie(service.config)).send(null);
    },
  );

  app.delete(
    "/sessions/:sessionId",
    {
      config: { scope: "person", worksWithoutSecondFactor: true, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "endSession",
        summary: "End one of the user's sessions",
        description: "For example, the session on a lost laptop. It is rejected within a second.",
        tags,
        params: idParams("sessionId", "The session."),
        response: { 204: Done("Ended.") },
      },
    },
    async (request, reply) => {
      await endOwnSession(service, callerOf(request), request.params.sessionId);
      gate.forgetRequest(request);
      return reply.code(204).send(null);
    },
  );
}

function proveRoutes(app: Api, service: PeopleService, gate: SessionGate): void {
  app.post(
    "/session/step-up",
    {
      config: {
        scope: "person",
        worksWithoutSecondFactor: true,
        refusals: ["stepUpRefused", "passkeysUnavailable", "tooManySignIns", "serviceUnavailable"],
      },
      schema: {
        operationId: "stepUp",
        summary: "Reauthenticate",
        description:
          "Allows, for ten minutes, the actions that an unattended session must not. Send `code` with a second factor, `password` without one, or `passkey` (POST /session/step-up/options).",
        tags,
        body: {
          ...object({
            password: Type.Optional(Password("The password.")),
            code: Type.Optional(Code("Six digits from the authenticator app.")),
            passkey: Type.Optional(AssertionSchema),
          }),
          title: "StepUpRequest",
          examples: [{ password: "a long and quiet afternoon" }],
        },
        response: { 204: Done("Proved.") },
      },
    },
    async (request, reply) => {
      await stepUp(service, callerOf(request), request.body);
      gate.forgetRequest(request);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/session/password",
    {
      config: {
        scope: "person",
        worksWithoutSecondFactor: true,
        refusals: ["stepUpRefused", "tooManySignIns", "serviceUnavailable"],
      },
      schema: {
        operationId: "changePassword",
        summary: "Change the user's password",
        description: "Ends the user's other sessions. At least 12 characters, and not a common password.",
        tags,
        body: {
          ...object({ password: Password("The current password."), newPassword: Password("The new password.") }),
          title: "ChangePasswordRequest",
          examples: [{ password: "a long and quiet afternoon", newPassword: "three herons above the weir" }],
        },
        response: { 204: Done("Changed.") },
      },
    },
    async (request, reply) => {
      await changePassword(service, callerOf(request), request.body);
      return reply.code(204).send(null);
    },
  );
}
