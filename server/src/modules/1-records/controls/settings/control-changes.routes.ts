import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { idParams, Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { inWords } from "#kernel/states/state-table.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { actorOf } from "#records/audit";
import {
  actionsOn,
  type ChangeKinds,
  controlChangeActions,
  controlChangeStates,
  decideControlChange,
  listChanges,
  type ShownChange,
  showChange,
} from "#records/controls";
import { type Caller, callerOf } from "#records/identity";
import { nameActors, personOf, protectionNames, readProtections, requireStepUp } from "#records/people";
import { notifyProposer } from "./change-notices.ts";

const NamedPerson = object(
  { id: Uuid("The user."), name: Nullable(Type.String({ description: "Their name." })) },
  { title: "NamedUser", description: "A user of the organization." },
);
const ChangeSchema = object(
  {
    changeId: Uuid("The change."),
    kind: Type.String({ description: "The kind of change, such as `invitation` or `settings`." }),
    subject: Type.String({ description: "What it changes: the id of a user, token, or rule, or an email address." }),
    summary: Type.String({ description: "The change in a sentence." }),
    status: OneOf(controlChangeStates.states, inWords(controlChangeStates), "ControlChangeStatus"),
    proposedBy: NamedPerson,
    proposedAt: Timestamp("When it was proposed."),
    decidedBy: Nullable(NamedPerson),
    decidedAt: Nullable(Timestamp("When it was decided.")),
    confirmers: Type.Array(NamedPerson, { description: "Who may confirm it now." }),
    hint: Nullable(Type.String({ description: "An alternative, if there is one; otherwise null." })),
    allowedActions: Type.Array(OneOf(controlChangeActions, "An action."), {
      description: "What the caller may do with it now.",
    }),
  },
  { title: "ControlChange", description: "A change that needs two people." },
);
const ProtectionSchema = object({
  name: OneOf(protectionNames, "What is changed."),
  isProtected: Type.Boolean({ description: "Whether such a change currently needs two people." }),
  unprotected: Type.String({ description: "What one user can do alone while it does not." }),
});

const tags = ["Organization"];

/** Changes of every kind that wait for a second user. Tokens never decide. */
export function controlChangeRoutes(app: Api, service: Service, kinds: ChangeKinds): void {
  app.get(
    "/control-changes",
    {
      config: { scope: "person" },
      schema: {
        operationId: "listControlChanges",
        summary: "List changes waiting for confirmation",
        description:
          "Changes that relax a control wait for a second user, if one could confirm them. Lists the caller's own changes and those of the kinds that the caller manages, oldest first, and the controls that are unprotected because there is no second user.",
        tags,
        response: {
          200: object(
            {
              changes: Type.Array(ChangeSchema, { description: "The waiting changes." }),
              protections: Type.Array(ProtectionSchema, { description: "Which changes currently need two people." }),
            },
            { title: "ControlChangeList" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId, userId } = personOf(caller);
      const permissions = caller.person?.permissions ?? new Set();
      const changes = await listChanges(service.database, kinds, { organizationId, userId, permissions });
      return {
        changes: await render(service, caller, changes),
        protections: [...(await readProtections(service.database, organizationId))],
      };
    },
  );
  for (const verb of controlChangeActions) decideRoute(app, service, { kinds, verb });
}

const texts = {
  confirm: {
    operationId: "confirmControlChange",
    summary: "Confirm a change",
    description:
      "The change takes effect, unless its subject has changed since it was proposed (`overtaken`). Not for its proposer. Requires recent reauthentication (POST /session/step-up).",
  },
  decline: {
    operationId: "declineControlChange",
    summary: "Decline a change",
    description:
      "The change never takes effect. For users who could confirm it. Requires recent reauthentication (POST /session/step-up).",
  },
  withdraw: {
    operationId: "withdrawControlChange",
    summary: "Withdraw a change",
    description: "The change never takes effect. For its proposer.",
  },
} as const;
const refusalsOf = {
  confirm: [
    "ownControlChange",
    "mayNotDecideControlChange",
    "stepUpNeeded",
    "importChanged",
    "bankFileNotInDoubt",
    "bankFileItemNotAssignable",
    "providerNotUsable",
    "breakGlassNeeded",
    "signOnNotTried",
  ],
  decline: ["ownControlChange", "mayNotDecideControlChange", "stepUpNeeded"],
  withdraw: ["notOwnControlChange"],
} as const;

function decideRoute(
  app: Api,
  service: Service,
  { kinds, verb }: { readonly kinds: ChangeKinds; readonly verb: keyof typeof texts },
): void {
  app.post(
    `/control-changes/:changeId/${verb}`,
    {
      config: {
        scope: "person",
        refusals: ["resourceNotFound", "controlChangeDecided", ...refusalsOf[verb]],
      },
      schema: {
        ...texts[verb],
        tags,
        params: idParams("changeId", "The change."),
        response: { 200: ChangeSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      if (verb !== "withdraw") requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      const { changeId } = request.params;
      const decided = await service.database.transaction(async (tx) => {
        const decision = { organizationId, changeId, userId, actor: actorOf(caller), verb };
        const change = await decideControlChange(service, tx, kinds, decision);
        await notifyProposer(service, tx, { change, kinds });
        return change;
      });
      const [shown] = await render(service, caller, [await showChange(service.database, kinds, decided)]);
      return shown;
    },
  );
}

async function render(
  { database }: Service,
  caller: Caller,
  changes: readonly ShownChange[],
): Promise<Static<typeof ChangeSchema>[]> {
  const { organizationId, userId } = personOf(caller);
  const ids = changes.flatMap(({ change, confirmers }) => [
    change.proposedBy,
    ...(change.decidedBy ? [change.decidedBy] : []),
    ...confirmers,
  ]);
  const nameOf = await nameActors(
    database,
    organizationId,
    ids.map((id) => ({ type: "user", id })),
  );
  const named = (id: UserId) => ({ id, name: nameOf({ type: "user", id }) ?? null });
  return changes.map(({ change, summary, confirmers, hint }) => ({
    changeId: change.changeId,
    kind: change.kind,
    subject: change.subject,
    summary,
    status: change.status,
    proposedBy: named(change.proposedBy),
    proposedAt: change.proposedAt.toISOString(),
    decidedBy: change.decidedBy === undefined ? null : named(change.decidedBy),
    decidedAt: change.decidedAt?.toISOString() ?? null,
    confirmers: confirmers.map(named),
    hint: hint ?? null,
    allowedActions: [...actionsOn(change, { userId, confirmers })],
  }));
}
