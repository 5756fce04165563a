import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { idParams, object, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { personOf, renderWaiting, requireStepUp, TAKES_TWO, WaitingChangeSchema } from "#records/people";
import { bookByHand } from "./book-change.ts";
import { matchByHand, undoByHand } from "./decide-match.ts";

const tags = ["Bank files"];
const EXAMPLE = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";
/** Matching moves no money. */
const forPeople = { scope: "person", permission: "bankFiles" };

const MatchSchema = object({ matchId: Uuid("The match.") }, { title: "BankMatch" });

/** Matches by people. Tokens do not match. */
export function matchRoutes(app: Api, service: Service): void {
  matchRoute(app, service);
  undoRoute(app, service);
  bookRoute(app, service);
}

function matchRoute(app: Api, service: Service): void {
  app.post(
    "/reconciliation/matches",
    {
      config: { ...forPeople, refusals: ["resourceNotFound", "movementNotOpen", "entryNotOpen", "matchSumsDiffer"] },
      schema: {
        operationId: "matchBankMovements",
        summary: "Match movements with transactions",
        description: "Both sides must have the same sum, which may be 0 without transactions.",
        tags,
        body: {
          ...object(
            {
              movementIds: Type.Array(Uuid("A movement."), {
                minItems: 1,
                maxItems: 50,
                description: "Of one account.",
              }),
              transactionIds: Type.Array(Uuid("A transaction."), { maxItems: 200, description: "The same money." }),
            },
            { title: "MatchBankMovementsRequest" },
          ),
          examples: [{ movementIds: [EXAMPLE], transactionIds: [EXAMPLE] }],
        },
        response: { 200: MatchSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      return { matchId: await matchByHand(service, { organizationId, ...request.body, actor: actorOf(caller) }) };
    },
  );
}

function undoRoute(app: Api, service: Service): void {
  app.post(
    "/reconciliation/matches/:matchId/undo",
    {
      config: { ...forPeople, refusals: ["resourceNotFound", "matchNotUndoable"] },
      schema: {
        operationId: "undoBankMatch",
        summary: "Undo a match",
        description: "Only matches that people made.",
        tags,
        params: idParams("matchId", "The match."),
        response: { 200: MatchSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { matchId } = request.params;
      await undoByHand(service, { organizationId: caller.organizationId, matchId, actor: actorOf(caller) });
      return { matchId };
    },
  );
}

function bookRoute(app: Api, service: Service): void {
  app.post(
    "/reconciliation/movements/:movementId/book",
    {
      config: {
        scope: "person",
        permission: "manageOrganization",
        refusals: [
          "stepUpNeeded",
          "resourceNotFound",
          "movementNotOpen",
          "movementNotBookable",
          "movementNotCovered",
          "entryNotOpen",
          "tooManyControlChanges",
        ],
      },
      schema: {
        operationId: "bookBankMovement",
        summary: "Record a movement",
        description: `A credit becomes incoming money, a debit a transaction of kind \`other\` or the return of a deposit. ${TAKES_TWO} Requires recent reauthentication.`,
        tags,
        params: idParams("movementId", "The movement."),
        response: {
          200: MatchSchema,
          202: WaitingChangeSchema,
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      const { movementId } = request.params;
      const booked = await bookByHand(service, { organizationId, userId, movementId, actor: actorOf(caller) });
      return "waiting" in booked ? reply.code(202).send(renderWaiting(booked.waiting)) : { matchId: booked.matchId };
    },
  );
}
