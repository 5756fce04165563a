import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf, readPage } from "#kernel/http/paging.queries.ts";
import { cursorParameters, idParams, Nullable, object, PageSchema, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { pathMember } from "#kernel/updates/updates.ts";
import { actorOf } from "#records/audit";
import { type Caller, callerOf } from "#records/identity";
import { listPeople } from "../people.queries.ts";
import { CustomPermissions, PersonName, Role, renderUser, UserSchema } from "../people-schemas.ts";
import type { PeopleService } from "../people-service.ts";
import { personOf, requireStepUp } from "../person.ts";
import { latestSignIns, usersWithFactor } from "../second-factors/factors.queries.ts";
import { findRelyingParty } from "../second-factors/webauthn.ts";
import { findUser, listUserRows, userExists, userKey } from "../users.queries.ts";
import { renderWaiting, TAKES_TWO, WaitingChangeSchema } from "../waiting-change.ts";
import { endSessionsOfUser } from "./manage-users.ts";
import { changeUserByPerson, lockUserByPerson, type UserOutcome, unlockUserByPerson } from "./user-changes.ts";

const tags = ["Users"];
const params = idParams("userId", "The user.");
const PROOF = "Requires recent reauthentication (POST /session/step-up).";
/**
 * Changing the rights of others requires reauthentication, so that an unattended session cannot create an
 * administrator.
 */
const targetOf = (caller: Caller, userId: string) => {
  requireStepUp(caller);
  const { organizationId, userId: own } = personOf(caller);
  return { organizationId, userId, actor: actorOf(caller), caller: { userId: own } };
};
/** The current user, or 202 and the waiting change. */
const answer = (reply: FastifyReply, caller: Caller, outcome: UserOutcome) =>
  "user" in outcome ? renderUser(outcome.user, caller) : reply.code(202).send(renderWaiting(outcome.waiting));

/** The organization's users (wire contract §4.14); changing them requires a permission. */
export function userRoutes(app: Api, service: PeopleService): void {
  readRoutes(app, service);
  signInsRoute(app, service);
  changeRoutes(app, service);
  lockRoutes(app, service);
  endSessionsRoute(app, service);
}

/** How every user signs in: for those who manage users, not for every reader of the list. */
function signInsRoute(app: Api, service: PeopleService): void {
  app.get(
    "/users/sign-ins",
    {
      config: { scope: "person", permission: "manageUsers", refusals: [] },
      schema: {
        operationId: "getUserSignIns",
        summary: "List how users sign in",
        description: "For every user, locked ones included: whether they have a second factor, and their last sign-in.",
        tags,
        response: {
          200: object(
            {
              users: Type.Array(
                object(
                  {
                    userId: Uuid("The user."),
                    hasSecondFactor: Type.Boolean({
                      description: "Whether they set up an authenticator app or a passkey.",
                    }),
                    lastSignInAt: Nullable(Timestamp("When they last signed in; null = never.")),
                  },
                  { title: "UserSignIn" },
                ),
                { description: "The users, in the order of their ids." },
              ),
            },
            { title: "UserSignInList" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const passkeysWork = findRelyingParty(service.config) !== undefined;
      const having = await usersWithFactor(service.database, organizationId, { passkeysWork });
      const latest = await latestSignIns(service.database, organizationId);
      const withFactor = new Set(having.map((row) => row.user_id));
      const signedInAt = new Map(latest.map((row) => [row.user_id, row.at]));
      return {
        users: (await listPeople(service.database, organizationId)).map(({ user_id: userId }) => ({
          userId,
          hasSecondFactor: withFactor.has(userId),
          lastSignInAt: signedInAt.get(userId)?.toISOString() ?? null,
        })),
      };
    },
  );
}

function readRoutes(app: Api, service: PeopleService): void {
  app.get(
    "/users",
    {
      config: { scope: "fetchUsers", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "getUsers",
        summary: "List users",
        description: "The organization's users, including locked ones.",
        tags,
        querystring: object({
          ...cursorParameters,
          start_at: Type.Optional(Uuid("Returns the page from this item on.")),
        }),
        response: {
          200: object(
            { users: Type.Array(UserSchema, { description: "The page." }), page: PageSchema },
            { title: "UserList" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const keyset = await keysetOf(request.query, {
        column: userKey,
        exists: (id) => findsRow(service.database, userExists(organizationId, id)),
      });
      const { rows, page } = await readPage(
        keyset,
        (range) => listUserRows(service.database, organizationId, range),
        (user) => user.userId,
      );
      return { users: rows.map((user) => renderUser(user, callerOf(request))), page };
    },
  );

  app.get(
    "/users/:userId",
    {
      config: { scope: "fetchUsers", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getUser",
        summary: "Get a user",
        description: "One user of the organization.",
        tags,
        params,
        response: { 200: UserSchema },
      },
    },
    (request) => getUser(service, callerOf(request), request.params.userId),
  );
}

async function getUser({ database }: PeopleService, caller: Caller, userId: string) {
  const user = await findUser(database, caller.organizationId, userId);
  if (!user) throw notFound("user");
  return renderUser(user, caller);
}

const refusals = [
  "stepUpNeeded",
  "resourceNotFound",
  "ownAccount",
  "beyondOwnRights",
  "lastAdministrator",
  "tooManyControlChanges",
];

function changeRoutes(app: Api, service: PeopleService): void {
  app.patch(
    "/users/:userId",
    {
      config: {
        scope: "person",
        permission: "manageUsers",
        refusals,
        updates: {
          schema: UserSchema,
          read: (request) => getUser(service, callerOf(request), pathMember(request, "userId")),
        },
      },
      schema: {
        operationId: "editUser",
        summary: "Change a user's names or role",
        description: `Omitted members keep their values. A new role takes effect within a second. The user's tokens with more rights are revoked, and invitations that they could no longer send are withdrawn. Granting a right beyond reading, or removing one from a user who confirms such changes, ${TAKES_TWO} ${PROOF}`,
        tags,
        params,
        body: {
          ...object({
            firstName: Type.Optional(PersonName("First name.")),
            lastName: Type.Optional(PersonName("Last name.")),
            role: Type.Optional(Role),
            customPermissions: Type.Optional(CustomPermissions),
          }),
          title: "EditUserRequest",
          examples: [
            { role: "bookkeeper" },
            { role: "custom", customPermissions: ["fetchTransactions", "approvePayments"] },
          ],
        },
        response: { 200: UserSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const change = { ...targetOf(caller, request.params.userId), change: request.body };
      const outcome = await service.database.transaction((tx) => changeUserByPerson(service, tx, change));
      return answer(reply, caller, outcome);
    },
  );
}

function lockRoutes(app: Api, service: PeopleService): void {
  const makeChange = (change: typeof lockUserByPerson, target: ReturnType<typeof targetOf>): Promise<UserOutcome> =>
    service.database.transaction((tx) => change(service, tx, target));

  app.post(
    "/users/:userId/lock",
    {
      config: { scope: "person", permission: "manageUsers", refusals },
      schema: {
        operationId: "lockUser",
        summary: "Lock a user",
        description: `Ends the user's sessions and revokes their tokens immediately. Unlocking restores neither. Locking a user who confirms changes that need two people ${TAKES_TWO} ${PROOF}`,
        tags,
        params,
        response: { 200: UserSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      return answer(reply, caller, await makeChange(lockUserByPerson, targetOf(caller, request.params.userId)));
    },
  );

  app.post(
    "/users/:userId/unlock",
    {
      config: {
        scope: "person",
        permission: "manageUsers",
        refusals: ["stepUpNeeded", "resourceNotFound", "beyondOwnRights", "tooManyControlChanges"],
      },
      schema: {
        operationId: "unlockUser",
        summary: "Unlock a user",
        description: `The user can sign in again; their former tokens stay revoked. Unlocking a user who may do more than read ${TAKES_TWO} ${PROOF}`,
        tags,
        params,
        response: { 200: UserSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      return answer(reply, caller, await makeChange(unlockUserByPerson, targetOf(caller, request.params.userId)));
    },
  );
}

function endSessionsRoute(app: Api, service: PeopleService): void {
  app.post(
    "/users/:userId/end-sessions",
    {
      config: {
        scope: "person",
        permission: "manageUsers",
        refusals: ["stepUpNeeded", "resourceNotFound", "beyondOwnRights"],
      },
      schema: {
        operationId: "endUserSessions",
        summary: "End a user's sessions",
        description: `For a lost laptop or a suspicious session. The user is not locked and can sign in again. ${PROOF}`,
        tags,
        params,
        response: {
          200: object(
            { ended: Type.Integer({ description: "How many sessions were open." }) },
            { title: "EndedSessions" },
          ),
        },
      },
    },
    async (request) => {
      const target = targetOf(callerOf(request), request.params.userId);
      return { ended: await service.database.transaction((tx) => endSessionsOfUser(service, tx, target)) };
    },
  );
}
