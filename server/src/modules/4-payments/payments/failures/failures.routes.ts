import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { idParams, Nullable, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { actorOf } from "#records/audit";
import { type Caller, callerOf } from "#records/identity";
import { nameActors, personOf } from "#records/people";
import type { HandlingRow } from "./failure-handlings.queries.ts";
import { markFailureHandled, undoFailureHandled } from "./handle-failure.ts";

const tags = ["Transactions"];
const params = idParams("transactionId", "The payment.");
const config = {
  scope: "person",
  permission: "updateTransactions",
  refusals: ["resourceNotFound", "paymentNotFailed"],
} as const;

export const HandlingSchema = object(
  {
    handlingId: Uuid("The mark, which undoing it names."),
    note: Nullable(Type.String({ description: "What was done." })),
    handledBy: object(
      {
        userId: Uuid("The user."),
        name: Nullable(Type.String({ description: "Their name, for callers who may read users." })),
      },
      { title: "FailureHandler", description: "Who marked it." },
    ),
    handledAt: Timestamp("When."),
  },
  { title: "FailureHandling", description: "How a failed payment was handled." },
);

const HandledSchema = object(
  { handled: Nullable(HandlingSchema) },
  { title: "HandledFailure", description: "Null while nobody has handled it." },
);

/** Failed payments: who has handled them. */
export function failureRoutes(app: Api, service: Service): void {
  app.post(
    "/transaction/:transactionId/handled",
    {
      config: { ...config, refusals: [...config.refusals, "failureHandled"] },
      schema: {
        operationId: "markFailureHandled",
        summary: "Mark a failed payment as handled",
        description:
          "For payments that failed, were blocked, or were returned: nobody has to do anything about them anymore. Moves no money. Repeating it with the same note changes nothing.",
        tags,
        params,
        body: {
          ...object(
            {
              note: Type.Optional(
                Nullable(Type.String({ maxLength: 1000, description: "What was done; null or empty for none." })),
              ),
            },
            { title: "MarkFailureHandledRequest" },
          ),
          examples: [{ note: "Paid again by wire" }],
        },
        response: { 200: HandledSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const handling = handlingOf(caller, request.params.transactionId);
      const note = request.body.note || null;
      const handled = await service.database.transaction((tx) =>
        markFailureHandled(service, tx, { ...handling, note }),
      );
      return { handled: await renderHandling(service, caller, handled) };
    },
  );
  app.post(
    "/transaction/:transactionId/handled/undo",
    {
      config,
      schema: {
        operationId: "undoFailureHandled",
        summary: "Mark a failed payment as not handled",
        description:
          "Undoes a mark, so that the payment needs attention again. Repeating it changes nothing, even if someone has marked the payment again since.",
        tags,
        params,
        body: {
          ...object({ handlingId: Uuid("The mark to undo.") }, { title: "UndoFailureHandledRequest" }),
          examples: [{ handlingId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" }],
        },
        response: { 200: HandledSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const handling = handlingOf(caller, request.params.transactionId);
      const { handlingId } = request.body;
      const handled = await service.database.transaction((tx) =>
        undoFailureHandled(service, tx, { ...handling, handlingId }),
      );
      return { handled: handled === undefined ? null : await renderHandling(service, caller, handled) };
    },
  );
}

function handlingOf(caller: Caller, transactionId: string) {
  const { organizationId, userId } = personOf(caller);
  return { organizationId, userId, actor: actorOf(caller), transactionId };
}

/** Names are for callers who may read users. */
export async function renderHandling(
  { database }: Pick<Service, "database">,
  { organizationId, scopes }: Caller,
  { handling_id: handlingId, note, handled_by: userId, handled_at: at }: HandlingRow,
): Promise<Static<typeof HandlingSchema>> {
  const by = { type: "user", id: userId } as const;
  const nameOf = await nameActors(database, organizationId, scopes.has("fetchUsers") ? [by] : []);
  return { handlingId, note, handledBy: { userId, name: nameOf(by) ?? null }, handledAt: at.toISOString() };
}
