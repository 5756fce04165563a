import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { idParams, Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { actorOf } from "#records/audit";
import { type Caller, callerOf, listTokens } from "#records/identity";
import { listPeople, personOf } from "#records/people";
import { maskedDetails } from "../audit-payload.ts";
import { AchFieldsSchema } from "../details/ach-fields.ts";
import { routingVersionsOf } from "../details/routing-details.ts";
import { AddressSchema } from "../recipient-schemas.ts";
import { findRecipientRow } from "../recipients.queries.ts";
import { decideBankDetailChange } from "./decide-change.ts";
import { isOwnChange } from "./last-editors.ts";
import { type RecipientChangeTrigger, recipientChangeStates } from "./recipient-change-states.ts";
import { changesOf, type RecipientChangeRow } from "./recipient-changes.queries.ts";

const tags = ["Recipients"];
const text = (description: string) => Type.Optional(Type.String({ description }));

const MaskedDetailsSchema = object(
  {
    accountNumber: text("Last four characters of the account number or IBAN."),
    routingNumber: text("ABA routing number."),
    electronicAccountType: text("Account type."),
    swiftCode: text("The bank's BIC."),
    bankCountry: text("The bank's country."),
    nationalBankCode: text("The bank's national code, such as a BSB number or an IFSC."),
    correspondentSwiftCode: text("The correspondent bank's BIC."),
    bankName: text("Name of the bank."),
    address: Type.Optional(AddressSchema),
    achFields: Type.Optional(AchFieldsSchema),
  },
  { title: "MaskedBankDetails", description: "Bank details with a masked account number." },
);
const WhoSchema = object(
  {
    kind: OneOf(
      ["user", "token", "payee", "service"],
      "The actor's type: a user, an API token, the recipient through an invite, or the service and its operator.",
      "BankDetailChangeActorType",
    ),
    id: Nullable(Uuid("The user or token.")),
    name: Type.String({ description: "The display name." }),
  },
  { title: "BankDetailChangeAuthor", description: "The author of the change." },
);
const changeActions = ["confirm", "decline"] as const satisfies readonly RecipientChangeTrigger[];
const ChangeSchema = object(
  {
    changeId: Uuid("The change."),
    kind: OneOf(["details", "name"], "What changed: the bank details of a method, or the name on payments."),
    paymentMethod: Nullable(
      OneOf(paymentMethods, "The method whose details changed; null for a name.", "PaymentMethod"),
    ),
    beforeName: Nullable(Type.String({ description: "The name before; null for details." })),
    afterName: Nullable(Type.String({ description: "The new name; null for details." })),
    status: OneOf(recipientChangeStates.states, inWords(recipientChangeStates)),
    before: Nullable(MaskedDetailsSchema),
    after: Nullable(MaskedDetailsSchema),
    changedBy: WhoSchema,
    changedAt: Timestamp("When it was made or proposed."),
    decidedBy: Nullable(WhoSchema),
    decidedAt: Nullable(Timestamp("When it was confirmed, declined or overtaken.")),
    allowedActions: Type.Array(OneOf(changeActions, "A decision."), {
      description: "What the person who asks may do about it.",
    }),
  },
  { title: "BankDetailChange", description: "A change of a recipient's bank details or name." },
);
type Change = Static<typeof ChangeSchema>;

const CHANGES_MAX = 100;

/** History of names and bank details, and decisions about changes (decision R1). */
export function recipientChangeRoutes(app: Api, service: Service): void {
  historyRoute(app, service);
  for (const verb of changeActions) decideRoute(app, service, verb);
}

function historyRoute(app: Api, service: Service): void {
  app.get(
    "/recipient/:recipientId/changes",
    {
      config: { scope: "fetchRecipients", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "listBankDetailChanges",
        summary: "List changes of a recipient's bank details and name",
        description: `The last ${CHANGES_MAX}, newest first; the initial details are the oldest. Account numbers are always masked.`,
        tags,
        params: idParams("recipientId", "The recipient."),
        response: {
          200: object(
            { changes: Type.Array(ChangeSchema, { description: "The changes." }) },
            { title: "BankDetailChangeList" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { recipientId } = request.params;
      const row = await findRecipientRow(service.database, caller.organizationId, recipientId);
      if (row?.status !== "active") throw notFound("recipient");
      const rows = await changesOf(service.database, caller.organizationId, { recipientId, limit: CHANGES_MAX });
      return { changes: await renderChanges(service, caller, rows) };
    },
  );
}

function decideRoute(app: Api, service: Service, verb: "confirm" | "decline"): void {
  const confirms = verb === "confirm";
  app.post(
    `/recipient/:recipientId/changes/:changeId/${verb}`,
    {
      config: {
        scope: "person",
        permission: "editRecipients",
        stepUp: confirms,
        refusals: [
          "resourceNotFound",
          "bankDetailChangeDecided",
          "ownBankDetailChange",
          ...(confirms ? ["bankDetailsUnverified"] : []),
        ],
      },
      schema: {
        operationId: confirms ? "confirmBankDetailChange" : "declineBankDetailChange",
        summary: confirms ? "Confirm a changed name or bank details" : "Decline a changed name or bank details",
        description: `${confirms ? "Payments use the change from now on." : "Payments keep using the current details."} Not for the user who made the change, created the token that did, or sent the invite.`,
        tags,
        params: object({ recipientId: Uuid("The recipient."), changeId: Uuid("The change.") }),
        response: { 200: ChangeSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId, userId } = personOf(caller);
      const decided = await service.database.transaction((tx) =>
        decideBankDetailChange(service, tx, {
          organizationId,
          userId,
          actor: actorOf(caller),
          verb,
          ...request.params,
        }),
      );
      const [change] = await renderChanges(service, caller, [decided]);
      if (change === undefined) throw new TypeError("One row renders to one change");
      return change;
    },
  );
}

async function renderChanges(service: Service, caller: Caller, rows: readonly RecipientChangeRow[]): Promise<Change[]> {
  const { organizationId, userId, scopes } = caller;
  const { database } = service;
  const routingIds = rows.flatMap((row) => [row.before_routing_id, row.after_routing_id]).filter((id) => id !== null);
  const lookUp = await routingVersionsOf(service, database, { organizationId, routingIds, omitsRevoked: true });
  const who = await namesIn(service, caller);
  const masked = (
    { recipient_id: recipientId, method }: RecipientChangeRow,
    routingId: RecipientChangeRow["before_routing_id"],
  ): Change["before"] => {
    if (routingId === null || method === null) return null;
    // maskedDetails makes the members the schema names.
    return maskedDetails(
      lookUp({ routingId, recipientId, method, proposed: true })?.details ?? null,
    ) as Change["before"];
  };
  const mayDecide = (row: RecipientChangeRow): boolean =>
    userId !== null && scopes.has("editRecipients") && !isOwnChange(row, userId);
  const actionsOn = (row: RecipientChangeRow): Change["allowedActions"] =>
    mayDecide(row) ? changeActions.filter((action) => recipientChangeStates.next(row.status, action)) : [];
  return rows.map((row) => ({
    changeId: row.change_id,
    kind: row.method === null ? "name" : "details",
    paymentMethod: row.method,
    beforeName: row.before_name,
    afterName: row.after_name,
    status: row.status,
    before: masked(row, row.before_routing_id),
    after: masked(row, row.after_routing_id),
    changedBy: row.through_invite ? byPayee : who(row.changed_by_user, row.changed_by_token),
    changedAt: row.changed_at.toISOString(),
    decidedBy: row.decided_by && who(row.decided_by, null),
    decidedAt: row.decided_at?.toISOString() ?? null,
    allowedActions: actionsOn(row),
  }));
}

const byPayee: Change["changedBy"] = { kind: "payee", id: null, name: "the recipient, through an invite" };

/** Names of users and tokens of the organization. */
async function namesIn({ database }: Service, { organizationId }: Caller) {
  const people = await listPeople(database, organizationId);
  const names = new Map<string, string>([
    ...people.map((person): [string, string] => [person.user_id, `${person.first_name} ${person.last_name}`]),
    ...(await listTokens(database, organizationId)).map((token): [string, string] => [token.tokenId, token.name]),
  ]);
  return (
    userId: RecipientChangeRow["changed_by_user"],
    tokenId: RecipientChangeRow["changed_by_token"],
  ): Change["changedBy"] => {
    const id = userId ?? tokenId;
    const kind = userId !== null ? "user" : tokenId !== null ? "token" : "service";
    return { kind, id, name: (id !== null ? names.get(id) : undefined) ?? "A server administrator" };
  };
}
