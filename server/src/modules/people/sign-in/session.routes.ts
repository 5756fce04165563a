import { type Static, Type } from "typebox";
import { present } from "../../../kernel/assert.ts";
import { plusMs } from "../../../kernel/clock/clock.ts";
import type { Api } from "../../../kernel/http/api.ts";
import { idParams, Nullable, OneOf, object, Timestamp, Uuid } from "../../../kernel/http/schemas.ts";
import { type Caller, callerOf, findOrganization, scopeNames } from "../../identity/index.ts";
import { AssertionSchema, Code, Done, Password, PersonName, renderUser, UserSchema } from "../people-schemas.ts";
import type { PeopleService } from "../people-service.ts";
import { personOf } from "../person.ts";
import { permissionNames } from "../roles.ts";
import { findStanding } from "../second-factors/second-factor.ts";
import { findUser } from "../users.queries.ts";
import { changeOwnName, changePassword, endOwnSession, stepUp } from "./own-account.ts";
import { IDLE_MS, sessionEndsAt, steppedUpUntil } from "./session.ts";
import { endedCookie } from "./session-cookie.ts";
import type { SessionGate } from "./session-gate.ts";
import { findSession, openSessionsOf, type SessionRow } from "./sessions.queries.ts";

const tags = ["Session"];

const SelfSchema = object({
  user: UserSchema,
  organization: object(
    {
      id: Uuid("The organization signed in to."),
      legalBusinessName: Type.String({ description: "Its legal name." }),
    },
    { description: "Whose data this is." },
  ),
  mode: OneOf(["sandbox", "production"], "The mode of the service that answers."),
  scopes: Type.Array(OneOf(scopeNames, "A scope."), { description: "Routes the person may call, by their scope." }),
  permissions: Type.Array(OneOf(permissionNames, "A permission."), { description: "What the person may do besides." }),
  secondFactor: Type.Boolean({ description: "Whether signing in with the password takes a code as well." }),
  secondFactorDueAt: Nullable(
    Timestamp("By when the person must set up a second factor; null = they have one, or need none."),
  ),
  secondFactorOverdue: Type.Boolean({
    description: "True when that time has passed: the session opens nothing but what sets up a second factor.",
  }),
  stepUpWith: Type.Array(OneOf(["passkey", "code", "password"], "A way."), {
    description: "How the person can prove again who they are.",
  }),
  createdAt: Timestamp("When the person signed in."),
  expiresAt: Timestamp("When the session ends, unless something is asked before."),
  endsAt: Timestamp("When the session ends, whatever happens."),
  steppedUpUntil: Nullable(Timestamp("Until when the person need not prove again who they are; null = they must.")),
});

const SessionSchema = object({
  id: Uuid("The session's id."),
  isThis: Type.Boolean({ description: "True for the session that asks." }),
  address: Type.String({ description: "Where it was opened from." }),
  userAgent: Nullable(Type.String({ description: "The browser, as it names itself." })),
  signedInWith: OneOf(["password", "totp", "recoveryCode", "passkey"], "The last step of signing in."),
  createdAt: Timestamp("When it was opened."),
  lastSeenAt: Timestamp("When it was last used, to the minute."),
  expiresAt: Timestamp("When it ends, unless it is used before."),
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
    findStanding(service, service.database, { organizationId, userId }),
  ]);
  const { takesCode, hasPasskey, passwordSuffices, dueAt } = standing;
  const now = service.machineClock.now();
  const until = steppedUpUntil(session, now);
  return {
    user: renderUser(present(user, "a person signed in is a user")),
    organization: {
      id: organizationId,
      legalBusinessName: present(organization, "a person signed in belongs to an organization").legalBusinessName,
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
    ],
    createdAt: session.created_at.toISOString(),
    expiresAt: sessionEndsAt(session).toISOString(),
    endsAt: session.expires_at.toISOString(),
    steppedUpUntil: until?.toISOString() ?? null,
  };
}

/** What a person signed in may ask about, and do with, their own sessions. */
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
        summary: "Who am I",
        description: "The person signed in, what they may do, and until when.",
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
        summary: "Change one's own name",
        description: "As others read it beside what one did.",
        tags,
        body: {
          ...object({ firstName: PersonName("First name."), lastName: PersonName("Last name.") }),
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
        summary: "List one's own sessions",
        description: "The open ones, newest first; at most 100.",
        tags,
        response: { 200: object({ sessions: Type.Array(SessionSchema, { description: "The open sessions." }) }) },
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
        description: "Ends the session and takes the cookie back.",
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
        summary: "End one of one's own sessions",
        description: "Such as the one on a lost laptop. It is refused within a second.",
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
        summary: "Prove again who one is",
        description:
          "Opens, for ten minutes, what a session left open on a desk must not do. By `code` where there is a second factor, by `password` where there is none, or by `passkey` (POST /session/step-up/options).",
        tags,
        body: {
          ...object({
            password: Type.Optional(Password("The password.")),
            code: Type.Optional(Code("Six digits from the authenticator app.")),
            passkey: Type.Optional(AssertionSchema),
          }),
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
        summary: "Change one's password",
        description: "Ends the person's other sessions. At least 12 characters, and none of the commonest.",
        tags,
        body: {
          ...object({ password: Password("The present one."), newPassword: Password("The new one.") }),
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
