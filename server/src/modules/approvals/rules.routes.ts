import { Type } from "typebox";
import { type Api, callerOf } from "../../kernel/http/api.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import { invalidRequest, notFound } from "../../kernel/http/http-refusals.ts";
import { idParams, Nullable, object, Uuid } from "../../kernel/http/schemas.ts";
import type { AccountId } from "../../kernel/ids.ts";
import { dollarsFromMinor, minorFromDollars } from "../../kernel/money.ts";
import type { Service } from "../../kernel/service.ts";
import { findAccounts } from "../accounts/index.ts";
import { actorOf } from "../audit/index.ts";
import { readSettings } from "../identity/index.ts";
import { listPeople, personOf, requireStepUp } from "../people/index.ts";
import type { RuleId } from "./approval-rule.ts";
import { listLimits, listRuleRows } from "./approval-rules.queries.ts";
import { setApproverLimit } from "./manage-rules.ts";
import { openChanges, type RuleChangeRow } from "./rule-changes.queries.ts";
import { decideRuleChange, proposeRuleChange } from "./rule-changes.ts";
import { ruleInWords } from "./rule-in-words.ts";
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
import { builtInRule } from "./terms.ts";

const tags = ["Approvals"];
const manages = { scope: "person", permission: "manageRules" } as const;

/** Who must approve what: read by anybody signed in, changed by two people with the permission `manageRules`. */
export function ruleRoutes(app: Api, service: Service): void {
  readRoute(app, service);
  proposeRoute(app, service);
  for (const verb of ["confirm", "decline"] as const) decideRoute(app, service, verb);
  limitRoutes(app, service);
}

const byPerson = (caller: Caller) => ({
  organizationId: caller.organizationId,
  userId: personOf(caller).userId,
  actor: actorOf(caller),
});

const renderNamed = async ({ database }: Service, caller: Caller, change: RuleChangeRow) =>
  renderChange(change, { names: await namesInRules(database, caller.organizationId, [change.proposal]), caller });

function readRoute(app: Api, service: Service): void {
  app.get(
    "/approval-rules",
    {
      config: { scope: "person" },
      schema: {
        operationId: "listApprovalRules",
        summary: "List approval rules",
        description:
          "Every rule in the order they are asked, those out of force last, and the changes that wait for a second person. When no rule applies, one person with send-money permission approves; whether who asked may, the organisation's settings say.",
        tags,
        response: {
          200: object({
            rules: Type.Array(RuleSchema, { description: "The rules." }),
            changes: Type.Array(RuleChangeSchema, { description: "Proposed and not decided, oldest first." }),
            otherwise: Type.String({ description: "What decides when no rule applies, in a sentence." }),
          }),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const rules = await listRuleRows(service.database, organizationId);
      const changes = await openChanges(service.database, organizationId);
      const proposals = changes.map((change) => change.proposal);
      const names = await namesInRules(service.database, organizationId, [...rules, ...proposals]);
      return {
        rules: rules.map((rule) => renderRule(rule, names)),
        changes: changes.map((change) => renderChange(change, { names, caller })),
        otherwise: ruleInWords(builtInRule(await readSettings(service.database, organizationId))),
      };
    },
  );
}

function proposeRoute(app: Api, service: Service): void {
  app.post(
    "/approval-rules/changes",
    {
      config: { ...manages, refusals: ["resourceNotFound", "stepUpNeeded"] },
      schema: {
        operationId: "proposeApprovalRuleChange",
        summary: "Propose a new or changed approval rule",
        description:
          "Waits for another person with the permission `manageRules` (status `proposed`); where there is no other, it is in force at once (`applied`). The person proves again who they are (POST /session/step-up).",
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
      requireStepUp(caller);
      const { ruleId } = request.body;
      const change = await service.database.transaction((tx) =>
        proposeRuleChange(service, tx, {
          ...byPerson(caller),
          // A uuid by its schema; the look-up finds out whether it names a rule.
          ruleId: ruleId?.toLowerCase() as RuleId | undefined,
          proposal: proposalOf(request.body),
        }),
      );
      return renderNamed(service, caller, change);
    },
  );
}

function decideRoute(app: Api, service: Service, verb: "confirm" | "decline"): void {
  const confirms = verb === "confirm";
  app.post(
    `/approval-rules/changes/:changeId/${verb}`,
    {
      config: {
        ...manages,
        refusals: ["resourceNotFound", "ruleChangeDecided", "stepUpNeeded", ...(confirms ? ["ownRuleChange"] : [])],
      },
      schema: {
        operationId: confirms ? "confirmApprovalRuleChange" : "declineApprovalRuleChange",
        summary: confirms ? "Confirm a change of a rule" : "Decline a change of a rule",
        description: confirms
          ? "Puts it in force, unless the rule has changed since it was proposed (`overtaken`). Not for who proposed it. Approvals given under the rule before are void."
          : "Ends the proposal. Who proposed it may take it back this way.",
        tags,
        params: idParams("changeId", "The change."),
        response: { 200: RuleChangeSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { changeId } = request.params;
      const change = await service.database.transaction((tx) =>
        decideRuleChange(service, tx, { ...byPerson(caller), changeId, verb }),
      );
      return renderNamed(service, caller, change);
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

const LimitBodySchema = object({
  userId: Uuid("The person."),
  accountId: Type.Optional(Nullable(Uuid("The account; absent or null: all accounts."))),
  limit: limitAmount("To one recipient in a New York day, in US dollars; null removes this limit."),
  limitPerDay: Type.Optional(
    limitAmount(
      "Over everything approved in a New York day, in US dollars; null removes this limit, absent leaves it as it is.",
    ),
  ),
});
const LimitsSchema = object({
  limits: Type.Array(LimitSchema, { description: "By person; a person who is not listed has none." }),
});

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
        description: "How much each person may approve, by account.",
        tags,
        response: { 200: LimitsSchema },
      },
    },
    (request) => limits(callerOf(request).organizationId),
  );
  app.post(
    "/approver-limits",
    {
      config: { ...manages, refusals: ["resourceNotFound", "stepUpNeeded"] },
      schema: {
        operationId: "setApproverLimit",
        summary: "Set how much a person may approve",
        description:
          "What a person approved earlier the same day counts toward both limits. Approvals above a new limit no longer count.",
        tags,
        body: { ...LimitBodySchema, examples: [{ userId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10", limit: 5000 }] },
        response: { 200: LimitsSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, actor } = byPerson(caller);
      const { limit, limitPerDay } = request.body;
      const limitMinor = minorFromLimit("limit", limit);
      const limitPerDayMinor = limitPerDay === undefined ? undefined : minorFromLimit("limitPerDay", limitPerDay);
      // Uuids by their schema; the look-ups find out whether they name something.
      const accountId = (request.body.accountId?.toLowerCase() ?? null) as AccountId | null;
      await service.database.transaction(async (tx) => {
        const person = (await listPeople(tx, organizationId)).find(
          ({ user_id: id }) => id === request.body.userId.toLowerCase(),
        );
        if (person === undefined) throw notFound("user");
        if (accountId !== null && (await findAccounts(tx, organizationId, [accountId])).length === 0)
          throw notFound("account");
        const limits = { limitMinor, limitPerDayMinor };
        await setApproverLimit(service, tx, { organizationId, userId: person.user_id, accountId, ...limits, actor });
      });
      return limits(organizationId);
    },
  );
}
