import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import { Nullable, object, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { dollarsFromMinor, minorFromDollars } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import { actorOf } from "#records/audit";
import { type Caller, callerOf, readSettings } from "#records/identity";
import { listPeople, personOf, renderWaiting, requireStepUp, TAKES_TWO, WaitingChangeSchema } from "#records/people";
import { builtInRule } from "../requests/approved-terms.ts";
import type { RuleId } from "./approval-rule.ts";
import { listLimits, listRuleRows } from "./approval-rules.queries.ts";
import { ruleInWords } from "./describe-rule.ts";
import { setLimitByPerson } from "./limit-changes.ts";
import { proposeRuleChange } from "./rule-changes.ts";
import { namesInRules } from "./rule-names.ts";
import {
  LimitSchema,
  proposalOf,
  RuleChangeBodySchema,
  RuleChangeSchema,
  RuleSchema,
  renderChange,
  renderRule,
} from "./rule-schemas.ts";

const tags = ["Approvals"];
const manages = { scope: "person", permission: "manageRules" } as const;

/** Approval rules: readable by every signed-in user, changed by two users with the permission `manageRules`. */
export function ruleRoutes(app: Api, service: Service): void {
  readRoute(app, service);
  proposeRoute(app, service);
  limitRoutes(app, service);
}

/** The signed-in user, as commands take it. Tokens cannot manage rules. */
const byPerson = (caller: Caller) => ({
  organizationId: caller.organizationId,
  userId: personOf(caller).userId,
  actor: actorOf(caller),
});

function readRoute(app: Api, service: Service): void {
  app.get(
    "/approval-rules",
    {
      config: { scope: "person" },
      schema: {
        operationId: "listApprovalRules",
        summary: "List approval rules",
        description:
          "Every rule in the order in which they are checked, inactive ones last. Changes waiting for a second user: GET /control-changes. If no rule applies, one user with send-money permission approves; the organization's settings say whether the requester may.",
        tags,
        response: {
          200: object(
            {
              rules: Type.Array(RuleSchema, { description: "The rules." }),
              otherwise: Type.String({ description: "What is required if no rule applies, as a sentence." }),
            },
            { title: "ApprovalRuleList" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const rules = await listRuleRows(service.database, organizationId);
      const names = await namesInRules(service.database, organizationId, rules);
      return {
        rules: rules.map((rule) => renderRule(rule, names)),
        otherwise: ruleInWords(builtInRule(await readSettings(service.database, organizationId))),
      };
    },
  );
}

function proposeRoute(app: Api, service: Service): void {
  app.post(
    "/approval-rules/changes",
    {
      config: { ...manages, refusals: ["resourceNotFound", "stepUpNeeded", "tooManyControlChanges"] },
      schema: {
        operationId: "proposeApprovalRuleChange",
        summary: "Propose a new or changed approval rule",
        description:
          "Waits for another user with the permission `manageRules` (status `proposed`); if there is none, it takes effect immediately (`applied`). Requires recent reauthentication (POST /session/step-up).",
        tags,
        body: {
          ...RuleChangeBodySchema,
          examples: [
            {
              name: "Large wires",
              position: 10,
              active: true,
              conditions: { amountFrom: 10_000, methods: ["domesticWire", "internationalWire"] },
              steps: [{ approvals: 2 }, { approvals: 1, roles: ["administrator"] }],
              allowSelfApproval: false,
            },
          ],
        },
        response: { 200: RuleChangeSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      // First: an unattended session must not change who approves payments.
      requireStepUp(caller);
      const { ruleId } = request.body;
      const change = await service.database.transaction((tx) =>
        proposeRuleChange(service, tx, {
          ...byPerson(caller),
          // A UUID by its schema; the lookup checks whether the rule exists.
          ruleId: ruleId?.toLowerCase() as RuleId | undefined,
          proposal: proposalOf(request.body),
        }),
      );
      return renderChange(change, await namesInRules(service.database, caller.organizationId, [change.proposal]));
    },
  );
}

/** Zero is a valid limit, though not a valid payment amount. */
function minorFromLimit(path: string, limit: number | null): bigint | null {
  const minor = limit === null ? null : limit === 0 ? 0n : minorFromDollars(limit);
  if (minor === undefined) throw invalidRequest([{ path, message: "must have at most two decimals" }]);
  return minor;
}

const limitAmount = (description: string) =>
  Nullable(Type.Number({ minimum: 0, maximum: 999_999_999.99, description, examples: [5000] }));

const LimitBodySchema = object(
  {
    userId: Uuid("The person."),
    accountId: Type.Optional(Nullable(Uuid("The account; absent or null: all accounts."))),
    limit: limitAmount("To one recipient per New York day, in US dollars; null removes this limit."),
    limitPerDay: Type.Optional(
      limitAmount(
        "For everything approved in a New York day, in US dollars; null removes this limit, absent keeps it.",
      ),
    ),
  },
  { title: "SetApproverLimitRequest" },
);
const LimitsSchema = object(
  {
    limits: Type.Array(LimitSchema, { description: "By user; a user who is not listed has no limit." }),
  },
  { title: "ApproverLimitList" },
);

/** Approval limits: readable by every user, changed with the permission `manageRules`. */
function limitRoutes(app: Api, service: Service): void {
  const limits = async (organizationId: Caller["organizationId"]) => ({
    limits: (await listLimits(service.database, organizationId)).map((row) => ({
      userId: row.user_id,
      accountId: row.account_id,
      limit: row.limit_minor === null ? null : dollarsFromMinor(row.limit_minor),
      limitPerDay: row.limit_per_day_minor === null ? null : dollarsFromMinor(row.limit_per_day_minor),
    })),
  });
  app.get(
    "/approver-limits",
    {
      config: { scope: "person" },
      schema: {
        operationId: "listApproverLimits",
        summary: "List approval limits",
        description: "How much each user may approve, by account.",
        tags,
        response: { 200: LimitsSchema },
      },
    },
    (request) => limits(callerOf(request).organizationId),
  );
  app.post(
    "/approver-limits",
    {
      config: { ...manages, refusals: ["resourceNotFound", "stepUpNeeded", "tooManyControlChanges"] },
      schema: {
        operationId: "setApproverLimit",
        summary: "Set a user's approval limit",
        description: `Earlier approvals of the same day count toward both limits. Approvals above a new limit no longer count. Raising or removing a limit ${TAKES_TWO}`,
        tags,
        body: { ...LimitBodySchema, examples: [{ userId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10", limit: 5000 }] },
        response: { 200: LimitsSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId } = caller;
      const { limit, limitPerDay } = request.body;
      const limitMinor = minorFromLimit("limit", limit);
      const limitPerDayMinor = limitPerDay === undefined ? undefined : minorFromLimit("limitPerDay", limitPerDay);
      // UUIDs by their schema; the lookups check whether they exist.
      const accountId = (request.body.accountId?.toLowerCase() ?? null) as AccountId | null;
      const { waiting } = await service.database.transaction(async (tx) => {
        const person = (await listPeople(tx, organizationId)).find(
          ({ user_id: id }) => id === request.body.userId.toLowerCase(),
        );
        if (person === undefined) throw notFound("user");
        if (accountId !== null && (await findAccounts(tx, organizationId, [accountId])).length === 0)
          throw notFound("account");
        return setLimitByPerson(service, tx, {
          by: byPerson(caller),
          limit: { userId: person.user_id, accountId, limitMinor, limitPerDayMinor },
        });
      });
      // 202: the limit has not changed yet; a second user must confirm it (ADR 0023).
      return waiting === undefined ? limits(organizationId) : reply.code(202).send(renderWaiting(waiting));
    },
  );
}
