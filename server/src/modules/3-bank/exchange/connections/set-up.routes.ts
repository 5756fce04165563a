import { isDeepStrictEqual } from "node:util";
import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { idParams, Nullable, OneOf, object, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { actorOf } from "#records/audit";
import { proposeChange } from "#records/controls";
import { callerOf } from "#records/identity";
import { personOf, renderWaiting, requireStepUp, TAKES_TWO, WaitingChangeSchema } from "#records/people";
import type { BankConnection } from "../bank-connection.ts";
import { refuseBankConnection } from "../bank-connection-refusals.ts";
import { BankConnectionSchema, renderConnection } from "../bank-connection-schemas.ts";
import { countUnsentFiles } from "../bank-files.queries.ts";
import { bankRails } from "../bank-rail.ts";
import { secretNames } from "../settings/connection-secrets.ts";
import { FirstDaysSchema } from "../settings/first-days.ts";
import { firstDaysFields, pgpFields, type SettingField, settingFieldsOf } from "../settings/setting-fields.ts";
import { requireUsersFolder, usersFolderOf } from "../settings/users-folder.ts";
import { addConnection } from "./add-connection.ts";
import { changeConnection } from "./change-connection.ts";
import { goLiveKind, goLiveProposal } from "./go-live-change.ts";
import type { EndRehearsal } from "./leave-rehearsal.ts";
import { type ConnectionMove, moveConnection, refuseInState } from "./move-connection.ts";
import { getConnection, readSecrets } from "./read-connections.ts";

const tags = ["Bank connections"];
const STEP_UP = "Requires recent reauthentication (POST /session/step-up).";

/** How files reach a bank that is not simulated. */
const usersKinds = ["sftp", "folder"] as const;

const QuestionSchema = object(
  {
    name: Type.String({ description: "The setting, such as `companyName` or `firstDays.until`." }),
    part: OneOf(
      ["railSettings", "channel", "pgp", "firstDays"],
      "Where it belongs: `pgp` is a member of `channel`.",
      "BankConnectionQuestionPart",
    ),
    member: Type.String({ description: "Its name there." }),
    description: Type.String({ description: "What it is, and what the bank calls it." }),
    type: OneOf(["string", "integer", "number", "boolean", "array"], "An array has strings.", "SettingType"),
    values: Type.Array(Type.String(), { description: "Its only values; empty: any that fit." }),
    nullable: Type.Boolean({ description: "Whether null is a value: none." }),
    initial: Nullable(
      Type.String({
        description:
          "The default as text: `yes` or `no`, values of arrays separated by commas, `none`; null: an answer is required.",
      }),
    ),
    rarelyChanged: Type.Boolean({ description: "Whether its default fits most banks." }),
  },
  { title: "BankConnectionQuestion" },
);

const types = ["string", "integer", "number", "boolean", "array"] as const;
const renderQuestion = ({ name, part, member, isOptional, schema }: SettingField): Static<typeof QuestionSchema> => ({
  name,
  part,
  member,
  description: schema.description,
  type: types.find((type) => type === schema.type) ?? "string",
  values: [...schema.values],
  nullable: schema.isNullable,
  initial: schema.fallback ?? null,
  rarelyChanged: isOptional,
});

/** Lists of objects are described in JSON, in a file: the command line takes it. */
const isTyped = ({ schema: { type, original } }: SettingField): boolean =>
  type !== "array" || Object(original).items?.type === "string";

const Name = Type.String({ minLength: 1, maxLength: 80, description: "Its name." });
const Settings = (description: string) => Type.Record(Type.String({ maxLength: 60 }), Type.Unknown(), { description });
const AccountIds = Type.Array(Uuid("An account."), {
  maxItems: 100,
  uniqueItems: true,
  description: "The accounts whose payments it carries.",
});
const Secret = (description: string) => Type.Optional(Nullable(Type.String({ maxLength: 65_536, description })));
const Secrets = object(
  {
    password: Secret("The password for SFTP."),
    privateKey: Secret("Our SSH private key."),
    passphrase: Secret("Its passphrase."),
    pgpPrivateKey: Secret("Our PGP private key, as an armored block."),
    pgpPassphrase: Secret("Its passphrase."),
    signatureImage: Secret("The signature on checks: a PNG image in base64."),
  },
  { title: "BankConnectionSecrets", description: "Never returned. Absent: stays; null: erased." },
);

const NewFirstDays = Type.Optional(
  Nullable(Settings("Limits for the first days: `until`, `perPayment`, and `perDay`; null: none.")),
);

const SettingsSchema = object(
  {
    version: Type.Integer({ description: "Increases with every change; a change names the version it is based on." }),
    name: Name,
    accountIds: AccountIds,
    railSettings: Settings("What the bank takes on this rail."),
    channel: Settings("How files reach the bank."),
    firstDays: Nullable(FirstDaysSchema),
    storedSecrets: Type.Array(OneOf(secretNames, "A secret.", "BankConnectionSecretName"), {
      description: "Which secrets are stored. They are shown nowhere.",
    }),
  },
  { title: "BankConnectionSettings" },
);

const byUser = { scope: "person", permission: "manageOrganization" } as const;

/**
 * Users with the permission `manageOrganization` set up bank connections (ADR 0120). Adding, changing, testing, and
 * rehearsing send nothing; going live takes two people. A live connection is changed on the command line only.
 */
export function setUpConnectionRoutes(
  app: Api,
  service: Service,
  { endRehearsal }: { readonly endRehearsal: EndRehearsal },
): void {
  questionRoute(app, service);
  addRoute(app, service);
  settingsRoutes(app, service, endRehearsal);
  moveRoutes(app, service, endRehearsal);
}

function questionRoute(app: Api, service: Service): void {
  app.get(
    "/bank-connections/questions",
    {
      config: { ...byUser, refusals: [] },
      schema: {
        operationId: "getBankConnectionQuestions",
        summary: "List the settings of a new bank connection",
        description: "What to ask the bank for, as settings with descriptions and defaults, in the order of a form.",
        tags,
        querystring: object({
          rail: Type.Optional(OneOf(bankRails, "The rail; `ach` by default.", "BankRail")),
          kind: Type.Optional(OneOf(usersKinds, "How files reach the bank; `sftp` by default.")),
        }),
        response: {
          200: object(
            {
              questions: Type.Array(QuestionSchema, { description: "The settings of the rail and of the channel." }),
              pgp: Type.Array(QuestionSchema, { description: "If the bank uses PGP." }),
              firstDays: Type.Array(QuestionSchema, { description: "Limits for the first days, if wanted." }),
              folder: Type.String({
                description: "The folder below which a connection of the kind `folder` must have its folder.",
              }),
            },
            { title: "BankConnectionQuestions" },
          ),
        },
      },
    },
    async (request) => ({
      questions: settingFieldsOf(request.query.rail ?? "ach", request.query.kind ?? "sftp")
        .filter(isTyped)
        .map(renderQuestion),
      pgp: pgpFields.map(renderQuestion),
      firstDays: firstDaysFields.map(renderQuestion),
      folder: usersFolderOf(service.config, callerOf(request).organizationId),
    }),
  );
}

function addRoute(app: Api, service: Service): void {
  app.post(
    "/bank-connections",
    {
      config: { ...byUser, refusals: ["stepUpNeeded", "accountHasBankConnection"] },
      schema: {
        operationId: "addBankConnection",
        summary: "Add a bank connection",
        description: `A draft, which carries no payments. Users who manage the organization receive an email. ${STEP_UP}`,
        tags,
        body: {
          ...object(
            {
              name: Name,
              rail: OneOf(bankRails, "The rail whose payments it carries.", "BankRail"),
              kind: OneOf(usersKinds, "How files reach the bank."),
              accountIds: AccountIds,
              railSettings: Settings("As GET /bank-connections/questions lists them."),
              channel: Settings("As GET /bank-connections/questions lists them."),
              firstDays: NewFirstDays,
              secrets: Secrets,
            },
            { title: "AddBankConnectionRequest" },
          ),
          examples: [
            {
              name: "First Harbor ACH",
              rail: "ach",
              kind: "sftp",
              accountIds: ["01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10"],
              railSettings: {
                immediateDestination: "021000021",
                immediateDestinationName: "FIRST HARBOR BANK",
                immediateOrigin: "1123456789",
                immediateOriginName: "NORTHWIND TRADING",
                companyName: "NORTHWIND",
                companyIdentification: "1123456789",
                odfiRoutingNumber: "021000021",
              },
              channel: {
                host: "sftp.bank.example",
                user: "northwind",
                hostKeys: [`SHA256:${"a".repeat(43)}`],
                uploadDirectory: "/in",
                downloadDirectory: "/out",
              },
              secrets: { password: "correct horse" },
            },
          ],
        },
        response: { 201: BankConnectionSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId } = caller;
      const { name, rail, kind, accountIds, railSettings, channel, firstDays = null, secrets } = request.body;
      requireUsersFolder(service.config, organizationId, channel);
      const added = await addConnection(service, {
        organizationId,
        actor: actorOf(caller),
        name,
        accountIds: idsOf(accountIds),
        settings: { rail, railSettings, kind, channel, firstDays },
        secrets: withoutNull(secrets),
      });
      return reply.code(201).send(renderConnection(added));
    },
  );
}

/** Null and absent are the same for a new connection. */
const withoutNull = (secrets: Static<typeof Secrets>) =>
  Object.fromEntries(
    Object.entries(secrets).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]])),
  );

/** Whether they are accounts of the organization is checked by the command. */
const idsOf = (accountIds: readonly string[]) => accountIds as readonly AccountId[];

function settingsRoutes(app: Api, service: Service, endRehearsal: EndRehearsal): void {
  const read = async (request: FastifyRequest) => settingsOf(service, request);
  app.get(
    "/bank-connections/:bankConnectionId/settings",
    {
      config: { ...byUser, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getBankConnectionSettings",
        summary: "Get a bank connection's settings",
        description: "Without secrets, which nothing returns.",
        tags,
        params: idParams("bankConnectionId", "The connection."),
        response: { 200: SettingsSchema },
      },
    },
    read,
  );
  app.post(
    "/bank-connections/:bankConnectionId/settings",
    {
      config: {
        ...byUser,
        refusals: [
          "stepUpNeeded",
          "resourceNotFound",
          "bankConnectionChanged",
          "bankConnectionInState",
          "accountHasBankConnection",
        ],
        updates: { schema: SettingsSchema, read, patch: "patchBankConnectionSettings" },
      },
      schema: {
        operationId: "changeBankConnectionSettings",
        summary: "Change a bank connection's settings",
        description: `Omitted members, and settings that are not named, stay. Afterward, the connection has to be tested again. Not for live connections: the operator changes them. ${STEP_UP}`,
        tags,
        params: idParams("bankConnectionId", "The connection."),
        body: {
          ...object(
            {
              version: SettingsSchema.properties.version,
              name: Type.Optional(Name),
              accountIds: Type.Optional(AccountIds),
              railSettings: Type.Optional(Settings("Settings to replace.")),
              channel: Type.Optional(Settings("Settings to replace.")),
              firstDays: NewFirstDays,
              secrets: Type.Optional(Secrets),
            },
            { title: "ChangeBankConnectionSettingsRequest" },
          ),
          examples: [{ version: 1, name: "First Harbor ACH" }],
        },
        response: { 200: SettingsSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId } = caller;
      const { bankConnectionId: connectionId } = request.params;
      const { version, accountIds, ...change } = request.body;
      await changeConnection(service, {
        organizationId,
        connectionId,
        actor: actorOf(caller),
        change: { ...change, ...(accountIds === undefined ? {} : { accountIds: idsOf(accountIds) }) },
        endRehearsal,
        requireAllowed: (before, stored) => {
          if (before.state === "live") throw refuseInState(before);
          if (before.version !== version) throw refuseBankConnection("bankConnectionChanged");
          if (before.kind === "folder" && change.channel?.["folder"] !== before.channel.folder)
            requireUsersFolder(service.config, organizationId, change.channel ?? {});
          if (stored.password !== undefined && change.secrets?.password === undefined)
            requireSameServer(before, change.channel ?? {});
        },
      });
      return settingsOf(service, request);
    },
  );
}

/**
 * A test sends the password to the server that the settings name. So a user who names another server enters it again:
 * otherwise, a server of the user's would receive it.
 */
function requireSameServer(before: BankConnection, channel: Readonly<Record<string, unknown>>): void {
  const present: Readonly<Record<string, unknown>> = { ...before.channel };
  const isOther = ["host", "port", "hostKeys", "hostKeyType"].some(
    (name) => channel[name] !== undefined && !isDeepStrictEqual(channel[name], present[name]),
  );
  if (isOther)
    throw invalidRequest([{ path: "secrets.password", message: "must be entered again for another server" }]);
}

async function settingsOf(service: Service, request: FastifyRequest): Promise<Static<typeof SettingsSchema>> {
  const { bankConnectionId } = Object(request.params);
  const connection = await getConnection(service.database, callerOf(request).organizationId, String(bankConnectionId));
  const stored = await readSecrets(service, service.database, connection);
  const { version, name, accountIds, railSettings, channel, firstDays } = connection;
  return {
    version,
    name,
    accountIds: [...accountIds],
    railSettings: { ...railSettings },
    channel: { ...channel },
    firstDays,
    storedSecrets: secretNames.filter((secret) => stored[secret] !== undefined),
  };
}

function moveRoutes(app: Api, service: Service, endRehearsal: EndRehearsal): void {
  const moving = (request: FastifyRequest): Omit<ConnectionMove, "trigger"> => {
    const caller = callerOf(request);
    requireStepUp(caller);
    const { bankConnectionId } = Object(request.params);
    return {
      organizationId: caller.organizationId,
      connectionId: String(bankConnectionId),
      actor: actorOf(caller),
      countUnsent: countUnsentFiles,
      endRehearsal,
    };
  };
  const shown = async ({ organizationId, connectionId }: Omit<ConnectionMove, "trigger">) =>
    renderConnection(await getConnection(service.database, organizationId, connectionId));
  const unready = ["bankConnectionInState", "bankConnectionNotTested", "bankConnectionWithoutAccount"] as const;
  app.post(
    "/bank-connections/:bankConnectionId/rehearse",
    {
      config: { ...byUser, refusals: ["stepUpNeeded", "resourceNotFound", ...unready] },
      schema: {
        operationId: "rehearseBankConnection",
        summary: "Start the rehearsal of a bank connection",
        description: `Payments of its accounts are put into files that are validated and listed, but never sent; they fail, and their money is available again. Requires a test that passed with the current settings. ${STEP_UP}`,
        tags,
        params: idParams("bankConnectionId", "The connection, a draft."),
        response: { 200: BankConnectionSchema },
      },
    },
    async (request) => {
      const move = moving(request);
      await moveConnection(service, { ...move, trigger: "rehearse" });
      return shown(move);
    },
  );
  app.post(
    "/bank-connections/:bankConnectionId/go-live",
    {
      config: { ...byUser, refusals: ["stepUpNeeded", "resourceNotFound", ...unready, "tooManyControlChanges"] },
      schema: {
        operationId: "goLiveWithBankConnection",
        summary: "Go live with a bank connection",
        description: `From then on, files are sent to the bank; there is no way back to the rehearsal. What the rehearsal left is not sent. It ${TAKES_TWO} A change of the connection overtakes the proposal. ${STEP_UP}`,
        tags,
        params: idParams("bankConnectionId", "The connection, in rehearsal."),
        response: { 200: BankConnectionSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const move = moving(request);
      const { organizationId, connectionId: subject, actor } = move;
      const { userId: proposer } = personOf(callerOf(request));
      const { change, result } = await service.database.transaction(async (tx) => {
        const proposal = await goLiveProposal(tx, await getConnection(tx, organizationId, subject));
        const proposed = { organizationId, proposer, actor, subject, proposal };
        return proposeChange(service, tx, goLiveKind(service, endRehearsal), proposed);
      });
      return result === undefined ? reply.code(202).send(renderWaiting(change)) : shown(move);
    },
  );
  app.post(
    "/bank-connections/:bankConnectionId/remove",
    {
      config: {
        ...byUser,
        refusals: ["stepUpNeeded", "resourceNotFound", "bankConnectionInState", "bankConnectionHasFiles"],
      },
      schema: {
        operationId: "removeBankConnection",
        summary: "Remove a bank connection",
        description: `Permanently, with its secrets. Not for live connections: the operator removes them. ${STEP_UP}`,
        tags,
        params: idParams("bankConnectionId", "The connection."),
        response: { 204: Type.Null({ description: "Removed." }) },
      },
    },
    async (request, reply) => {
      await moveConnection(service, {
        ...moving(request),
        trigger: "remove",
        requireAllowed: (connection) => {
          if (connection.state === "live") throw refuseInState(connection);
        },
      });
      return reply.code(204).send(null);
    },
  );
}
