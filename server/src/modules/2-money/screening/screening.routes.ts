import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { Day, idParams, Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { inWords } from "#kernel/states/state-table.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { isUuid } from "#kernel/values/ids.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { personOf, renderWaiting, requireStepUp, TAKES_TWO, WaitingChangeSchema } from "#records/people";
import { caseStates, caseVerdicts } from "./cases/case-states.ts";
import { type CaseRow, findCase, listCaseRows } from "./cases/cases.queries.ts";
import { proposeVerdict, type WakePayments } from "./cases/decide-case.ts";
import { proposeScreener } from "./change-screener.ts";
import { findList } from "./lists/lists.queries.ts";
import { noScreener, screenerKinds } from "./screener.ts";
import type { ScreenerReach } from "./screeners/screen.ts";
import { screenerSecret } from "./screeners/screener-secret.ts";
import { findScreener } from "./screeners.queries.ts";

const tags = ["Screening"];
const CASES_MAX = 100;

const settings = {
  kind: OneOf(
    screenerKinds,
    "`none`: nothing is screened. `list`: a list that the operator has loaded. `url`: your screening service. `command`: a program that the operator has configured on the server.",
    "ScreenerKind",
  ),
  url: Nullable(
    Type.String({
      maxLength: 2_048,
      description: "Of the kind `url`: a public https URL. Sandbox mode also allows http.",
    }),
  ),
  threshold: Type.Integer({
    minimum: 70,
    maximum: 100,
    description: "Of the kind `list`: how similar a name must be to one on the list, in percent.",
  }),
  countries: Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), {
    maxItems: 50,
    uniqueItems: true,
    description: "An address or a bank in one of these countries (ISO 3166-1 alpha-2) is a match.",
  }),
  failAfterHours: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 8_760,
      description:
        "While the screener does not answer, payments wait. After so many hours they are blocked and their amounts are available again; null = they wait until it answers.",
    }),
  ),
};
const ChangeScreenerSchema = object(settings, { title: "ChangeScreenerRequest" });

const ScreeningSchema = object(
  {
    ...settings,
    isFailing: Type.Boolean({ description: "The screener did not answer last time: payments wait." }),
    failingSince: Nullable(Timestamp("Since when it has not answered.")),
    problem: Nullable(Type.String({ description: "What was wrong last." })),
    commandAvailable: Type.Boolean({ description: "The operator has configured a command." }),
    list: Nullable(
      object(
        {
          name: Type.String({ description: "Its name." }),
          publishedOn: Nullable(Day("When it was published, if its files say so.")),
          loadedAt: Timestamp("When the operator loaded it."),
          entries: Type.Integer({ description: "How many it has." }),
          files: Type.Array(
            object(
              {
                name: Type.String({ description: "The file's name." }),
                sha256: Type.String({ description: "SHA-256 of the file, in hexadecimal." }),
              },
              { title: "ScreeningListFile" },
            ),
            { description: "What it was loaded from." },
          ),
        },
        { title: "ScreeningList", description: "The list that is used; null: none is loaded." },
      ),
    ),
  },
  { title: "Screening", description: "What screens recipients and payments, and whether it works." },
);

const CaseSchema = object(
  {
    id: Uuid("The case."),
    recipientId: Uuid("The recipient."),
    names: Type.Array(Type.String(), { description: "The recipient's names that were screened." }),
    countries: Type.Array(Type.String(), { description: "The countries of its addresses, and of its bank abroad." }),
    list: Type.String({ description: "The list, or what the screener calls it." }),
    entryId: Type.String({ description: "The entry on the list." }),
    listedName: Type.String({ description: "The name on the list." }),
    matchedName: Type.String({ description: "Which of the recipient's names resembles it." }),
    score: Nullable(
      Type.Integer({ description: "How similar they are, 0 to 100; null if the screener does not say." }),
    ),
    details: Type.String({ description: "What the list says about the entry." }),
    state: OneOf(caseStates.states, inWords(caseStates), "ScreeningCaseState"),
    foundAt: Timestamp("When it was found."),
    reason: Nullable(Type.String({ description: "Why it was decided so." })),
    proposedBy: Nullable(Uuid("The user who proposed the decision.")),
    decidedBy: Nullable(Uuid("The user who confirmed it, always another one.")),
    decidedAt: Nullable(Timestamp("When.")),
  },
  { title: "ScreeningCase", description: "A recipient that resembles an entry on a list." },
);

/** What the routes need of modules above this one, and of the application. */
export interface ScreeningRouteTools {
  readonly reach: Pick<ScreenerReach, "urlProblem">;
  readonly wake: WakePayments;
}

export function screeningRoutes(app: Api, service: Service, tools: ScreeningRouteTools): void {
  app.get(
    "/screening",
    {
      config: { scope: "person" },
      schema: {
        operationId: "getScreening",
        summary: "Get the screener",
        description: "What screens recipients and payments, and whether it works.",
        tags,
        response: { 200: ScreeningSchema },
      },
    },
    (request) => showScreening(service, callerOf(request).organizationId),
  );
  app.post(
    "/screening",
    {
      config: {
        scope: "person",
        permission: "manageOrganization",
        refusals: ["stepUpNeeded", "screenerUrlNotAccepted", "screenerNotAvailable", "tooManyControlChanges"],
        updates: {
          schema: ScreeningSchema,
          patch: "patchScreening",
          replaces: true,
          read: (request) => showScreening(service, callerOf(request).organizationId),
        },
      },
      schema: {
        operationId: "changeScreening",
        summary: "Change the screener",
        description: `Sets what screens recipients and payments. Every change ${TAKES_TWO} Then all recipients are screened. PATCH keeps what is omitted. Requires recent reauthentication (POST /session/step-up).`,
        tags,
        body: {
          ...ChangeScreenerSchema,
          examples: [{ kind: "list", url: null, threshold: 85, countries: [], failAfterHours: null }],
        },
        response: { 200: ScreeningSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      const proposed = { organizationId, userId, actor: actorOf(caller), settings: request.body };
      const waiting = await proposeScreener(service, tools.reach, proposed);
      if (waiting !== undefined) return reply.code(202).send(renderWaiting(waiting));
      return showScreening(service, organizationId);
    },
  );
  app.get(
    "/screening/secret",
    {
      config: { scope: "person", permission: "manageOrganization", refusals: ["stepUpNeeded", "resourceNotFound"] },
      schema: {
        operationId: "getScreeningSecret",
        summary: "Get the signing secret",
        description:
          "Signs the questions to your screening service like webhooks (Standard Webhooks). Another URL has another secret. Requires recent reauthentication (POST /session/step-up).",
        tags,
        response: {
          200: object({ secret: Type.String({ description: "The secret." }) }, { title: "ScreeningSecret" }),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const screener = await findScreener(service.database, caller.organizationId);
      if (screener?.kind !== "url") throw notFound("screening service");
      return { secret: screenerSecret(service, screener) };
    },
  );
  caseRoutes(app, service, tools);
}

function caseRoutes(app: Api, service: Service, { wake }: ScreeningRouteTools): void {
  app.get(
    "/screening/cases",
    {
      config: { scope: "person" },
      schema: {
        operationId: "listScreeningCases",
        summary: "List screening cases",
        description: "Recipients that resemble an entry on a list, the newest first.",
        tags,
        querystring: object({
          state: Type.Optional(OneOf(caseStates.states, "Only these; by default, open ones.", "ScreeningCaseState")),
        }),
        response: {
          200: object(
            { cases: Type.Array(CaseSchema, { description: `At most ${CASES_MAX}.` }) },
            { title: "ScreeningCaseList" },
          ),
        },
      },
    },
    async (request) => {
      const { state = "open" } = request.query;
      const { organizationId } = callerOf(request);
      const rows = await listCaseRows(service.database, organizationId, { state, limit: CASES_MAX });
      return { cases: rows.map(renderCase) };
    },
  );
  app.get(
    "/screening/cases/:caseId",
    {
      config: { scope: "person", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getScreeningCase",
        summary: "Get a screening case",
        description: "One recipient and one entry on a list.",
        tags,
        params: idParams("caseId", "The case."),
        response: { 200: CaseSchema },
      },
    },
    async (request) => showCase(service, callerOf(request).organizationId, request.params.caseId),
  );
  app.post(
    "/screening/cases/:caseId/decision",
    {
      config: {
        scope: "person",
        permission: "manageOrganization",
        refusals: [
          "stepUpNeeded",
          "resourceNotFound",
          "screeningCaseDecided",
          "screeningNeedsTwo",
          "tooManyControlChanges",
        ],
      },
      schema: {
        operationId: "decideAboutScreeningCase",
        summary: "Propose a decision about a screening case",
        description:
          "`clear`: not the same; payments leave. `confirm`: the same; payments are blocked. Another user must confirm it (POST /control-changes/{changeId}/confirm), without exception: an organization with one administrator cannot decide. Requires recent reauthentication (POST /session/step-up).",
        tags,
        params: idParams("caseId", "The case."),
        body: {
          ...object(
            {
              verdict: OneOf(caseVerdicts, "The decision."),
              reason: Type.String({
                minLength: 3,
                maxLength: 1_000,
                pattern: "\\S",
                description: "Why, for the audit log: such as another date of birth.",
              }),
            },
            { title: "DecideScreeningCaseRequest" },
          ),
          examples: [{ verdict: "clear", reason: "A company in Ohio, founded in 1987; no connection." }],
        },
        response: { 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      const { caseId } = request.params;
      const { verdict, reason } = request.body;
      const proposed = { organizationId, caseId, verdict, reason, userId, actor: actorOf(caller) };
      return reply.code(202).send(renderWaiting(await proposeVerdict(service, wake, proposed)));
    },
  );
}

async function showScreening(
  service: Service,
  organizationId: OrganizationId,
): Promise<Static<typeof ScreeningSchema>> {
  const { database: db, config } = service;
  const screener = await findScreener(db, organizationId);
  const { kind, url, threshold, countries, failAfterHours } = screener ?? noScreener;
  const list = screener?.listId === undefined ? undefined : await findList(db, organizationId, screener.listId);
  return {
    kind,
    url,
    threshold,
    countries: [...countries],
    failAfterHours,
    isFailing: screener?.failingSince !== undefined,
    failingSince: screener?.failingSince?.toISOString() ?? null,
    problem: screener?.problem ?? null,
    commandAvailable: config.screeningCommand !== undefined,
    list:
      list === undefined
        ? null
        : {
            name: list.name,
            publishedOn: list.published_on,
            loadedAt: list.loaded_at.toISOString(),
            entries: list.entries,
            files: list.files.map(({ name, sha256 }) => ({ name, sha256 })),
          },
  };
}

async function showCase(service: Service, organizationId: OrganizationId, caseId: string) {
  const row = isUuid(caseId) ? await findCase(service.database, organizationId, caseId) : undefined;
  if (row === undefined) throw notFound("case");
  return renderCase(row);
}

export const renderCase = (row: CaseRow): Static<typeof CaseSchema> => ({
  id: row.case_id,
  recipientId: row.recipient_id,
  names: [...row.party.names],
  countries: [...row.party.countries],
  list: row.match.list,
  entryId: row.match.entryId,
  listedName: row.match.listedName,
  matchedName: row.match.name,
  score: row.match.score,
  details: row.match.details,
  state: row.state,
  foundAt: row.found_at.toISOString(),
  reason: row.reason,
  proposedBy: row.proposed_by,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at?.toISOString() ?? null,
});
