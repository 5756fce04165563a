import { newYorkDate, newYorkDay } from "bursar-banking/calendar/new-york";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import { type CursorQuery, cursorParameters, Day, OneOf, object, SortOrder, Uuid } from "#kernel/http/schemas.ts";
import { idempotentlyOutside } from "#kernel/idempotency/idempotently.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { makeStatement } from "./make-statement.ts";
import { renderStatement, statementSummary } from "./render-statement.ts";
import { countWithin, type StatementKind, statementKinds } from "./statement.ts";
import { findStatementAccount, type StatementAccount } from "./statement-accounts.queries.ts";
import {
  NewStatementSchema,
  type StatementBody,
  StatementListSchema,
  StatementSchema,
  StatementSummaryListSchema,
  StatementSummarySchema,
} from "./statement-schemas.ts";
import { statementWindow } from "./statement-window.ts";
import {
  findStatement,
  pageOfStatements,
  type StatementFilter,
  statementKey,
  statementWithId,
} from "./statements.queries.ts";
import { refuseStatement } from "./statements-refusals.ts";

const tags = ["Statements"];
const scope = "fetchAccountStatements";

const order = Type.Optional(SortOrder("Order of creation. The default is `desc`."));
const kind = Type.Optional(
  Type.Array(OneOf(statementKinds, "A kind.", "StatementKind"), {
    maxItems: statementKinds.length,
    description: "Statements of these kinds. The default is `monthly`.",
  }),
);

/** Statements of checking and savings accounts (wire contract §4.9, decision R6). */
export function statementRoutes(app: Api, service: Service): void {
  for (const path of ["statements", "statement"] as const) accountListRoute(app, service, path);
  readRoute(app, service);
  createRoute(app, service);
  summaryRoute(app, service);
}

async function getStatementAccount(
  service: Service,
  organizationId: OrganizationId,
  accountId: string,
): Promise<StatementAccount> {
  const account = await findStatementAccount(service.database, organizationId, accountId);
  if (account === undefined) throw notFound("checking or savings account");
  return account;
}

/** The page of statements that a filter selects, the latest first by default. */
async function listStatements(
  service: Service,
  organizationId: OrganizationId,
  { query, filter, linesMax }: { query: CursorQuery; filter: StatementFilter | undefined; linesMax?: number },
) {
  const exists = (id: string) => findsRow(service.database, statementWithId(organizationId, id, filter?.accountId));
  const keyset = await keysetOf(query, { column: statementKey, defaultOrder: "desc", exists });
  const rows = filter === undefined ? [] : await pageOfStatements(service.database, organizationId, { filter, keyset });
  const keep = linesMax === undefined ? undefined : countWithin(rows, linesMax);
  return keyset.finish(rows, ({ statementId }) => statementId, keep);
}

/** A page of statements with their transactions has about as many; a longer one could exhaust the memory. */
const PAGE_LINES_MAX = 20_000;

function accountListRoute(app: Api, service: Service, path: "statement" | "statements"): void {
  const alias = path === "statement" ? " The same as `GET /account/{accountId}/statements`." : "";
  app.get(
    `/account/:accountId/${path}`,
    {
      config: { scope, refusals: ["unknownCursor", "conflictingCursors", "resourceNotFound"] },
      schema: {
        operationId: path === "statement" ? "getAccountStatement" : "getAccountStatements",
        summary: "List an account's statements",
        description:
          "Statements whose period begins from `start` to `end`: by default, in the last three months; with one of the two, in the three months after or before it. An `end` in the future means today, and more than three months are refused." +
          alias,
        tags,
        params: object({ accountId: Uuid("A checking or savings account.") }),
        querystring: object({
          ...cursorParameters,
          order,
          start: Type.Optional(Day("The period begins on or after.")),
          end: Type.Optional(Day("The period begins on or before.")),
          kind,
        }),
        response: { 200: StatementListSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { accountId } = request.params;
      await getStatementAccount(service, caller.organizationId, accountId);
      const window = statementWindow(request.query, newYorkDate(service.clock.now()));
      const filter = window && { accountId, kinds: kindsOf(request.query), ...window };
      const list = { query: request.query, filter, linesMax: PAGE_LINES_MAX };
      const { rows, page } = await listStatements(service, caller.organizationId, list);
      const statements: StatementBody[] = [];
      // One after the other: each reads its lines page by page.
      for (const row of rows) statements.push(await renderStatement(service, caller, row));
      return { statements, page };
    },
  );
}

const kindsOf = ({ kind: kinds }: { kind?: readonly StatementKind[] }): readonly StatementKind[] =>
  kinds === undefined || kinds.length === 0 ? ["monthly"] : kinds;

function readRoute(app: Api, service: Service): void {
  app.get(
    "/account/:accountId/statement/:statementId",
    {
      config: { scope, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getStatement",
        summary: "Get a statement",
        description: "A statement of the account.",
        tags,
        params: object({ accountId: Uuid("The account."), statementId: Uuid("The statement.") }),
        response: { 200: StatementSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { accountId, statementId } = request.params;
      const statement = await findStatement(service.database, caller.organizationId, statementId);
      if (statement?.accountId !== accountId.toLowerCase()) throw notFound("statement");
      return renderStatement(service, caller, statement);
    },
  );
}

function createRoute(app: Api, service: Service): void {
  app.post(
    "/account/:accountId/statements",
    {
      // Not a read, although it only shows what is there: a token that only reads creates nothing.
      config: { scope: "createAccountStatements", refusals: ["resourceNotFound", "statementPeriodOpen"] },
      schema: {
        operationId: "createStatement",
        summary: "Make a statement for any days",
        description:
          "Makes a statement for whole days that are over, in New York. The same days always give the same statement.",
        tags,
        params: object({ accountId: Uuid("A checking or savings account.") }),
        body: { ...NewStatementSchema, examples: [{ startsOn: "2026-11-16", endsOn: "2026-11-18" }] },
        response: { 201: StatementSummarySchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { startsOn, endsOn } = request.body;
      const { accountId } = request.params;
      const instruction = {
        organizationId,
        operation: "createStatement",
        key: idempotencyKeyOf(request, request.body),
        body: { ...request.body, accountId },
      };
      const answer = await idempotentlyOutside(service, instruction, async () => {
        const account = await getStatementAccount(service, organizationId, accountId);
        requirePeriod(service, { startsOn, endsOn });
        const toMake = { organizationId, account, kind: "custom", startsOn, endsOn, actor: actorOf(caller) } as const;
        return { statusCode: 201, body: statementSummary(service, await makeStatement(service, toMake)) };
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(201).send(answer.body);
    },
  );
}

const FIRST_DAY = "2000-01-01";

function requirePeriod(service: Service, { startsOn, endsOn }: { startsOn: string; endsOn: string }): void {
  if (startsOn < FIRST_DAY) throw invalidRequest([{ path: "startsOn", message: `must not be before ${FIRST_DAY}` }]);
  if (startsOn > endsOn) throw invalidRequest([{ path: "endsOn", message: "must not be before startsOn" }]);
  if (endsOn > Temporal.PlainDate.from(startsOn).add({ years: 1 }).toString())
    throw invalidRequest([{ path: "endsOn", message: "must be at most one year after startsOn" }]);
  const today = newYorkDay(service.clock.now());
  if (endsOn >= today) throw refuseStatement("statementPeriodOpen", { details: { today } });
}

function summaryRoute(app: Api, service: Service): void {
  app.get(
    "/statements",
    {
      config: { scope, refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listStatements",
        summary: "List the statements of all accounts",
        description: "Figures of statements of every account and any time, the latest first by default.",
        tags,
        querystring: object({
          ...cursorParameters,
          order,
          accountId: Type.Optional(Uuid("Of this account.")),
          start: Type.Optional(Day("The period begins on or after.")),
          end: Type.Optional(Day("The period begins on or before.")),
          kind,
        }),
        response: { 200: StatementSummaryListSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { accountId, start, end } = request.query;
      const filter: StatementFilter = {
        kinds: kindsOf(request.query),
        ...(accountId === undefined ? {} : { accountId }),
        ...(start === undefined ? {} : { from: start }),
        ...(end === undefined ? {} : { to: end }),
      };
      const { rows, page } = await listStatements(service, organizationId, { query: request.query, filter });
      return { statements: rows.map((row) => statementSummary(service, row)), page };
    },
  );
}
