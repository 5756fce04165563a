import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { object, Usd } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { dollarsFromMinor, minorFromDollars } from "#kernel/values/money.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { requireStepUp } from "#records/people";
import type { SweepSettings } from "../custodian/sweep.ts";
import { getTreasury, treasuryParams, treasuryTags } from "../reads/treasury.routes.ts";
import { changeSweep } from "./change-sweep.ts";
import type { VersionedSweep } from "./sweep-settings.queries.ts";

const dollars = (minimum: number, description: string) =>
  Type.Number({ minimum, maximum: 999_999_999.99, description: `${description} US dollars, at most two decimals.` });

export const TreasurySweepSchema = object(
  {
    version: Type.Integer({ minimum: 0, description: "Increases with every change." }),
    sweep: Type.Boolean({ description: "Whether the daily sweep is on." }),
    targetCash: Usd("Cash to keep."),
    minimumSweep: Usd("The sweep moves at least this much."),
  },
  { title: "TreasurySweep", description: "The daily sweep." },
);
export const TreasurySweepChangeSchema = object(
  {
    version: Type.Integer({ minimum: 0, description: "The version on which the change is based." }),
    sweep: Type.Boolean({ description: "Whether the daily sweep is on." }),
    targetCash: dollars(0, "Cash to keep."),
    minimumSweep: dollars(0.01, "The sweep moves at least this much."),
  },
  { title: "UpdateTreasurySweepRequest" },
);

export const renderSweep = ({ version, settings }: VersionedSweep): Static<typeof TreasurySweepSchema> => ({
  version,
  sweep: settings.sweep,
  targetCash: dollarsFromMinor(settings.targetCashMinor),
  minimumSweep: dollarsFromMinor(settings.minimumSweepMinor),
});

function settingsOf({ sweep, ...body }: Static<typeof TreasurySweepChangeSchema>): SweepSettings {
  const problems: FieldProblem[] = [];
  const cents = (path: "targetCash" | "minimumSweep"): bigint => {
    const minor = body[path] === 0 ? 0n : minorFromDollars(body[path]);
    if (minor === undefined) problems.push({ path, message: "must be an amount in dollars with at most two decimals" });
    return minor ?? 0n;
  };
  const settings = { sweep, targetCashMinor: cents("targetCash"), minimumSweepMinor: cents("minimumSweep") };
  if (problems.length > 0) throw invalidRequest(problems);
  return settings;
}

/** The daily sweep of an account, for users. */
export function sweepRoutes(app: Api, service: Service): void {
  app.post(
    "/treasury/:treasuryId/sweep",
    {
      config: {
        scope: "person",
        permission: "manageOrganization",
        refusals: ["stepUpNeeded", "resourceNotFound", "sweepChanged"],
      },
      schema: {
        operationId: "changeTreasurySweep",
        summary: "Change the daily sweep",
        description:
          "On every banking day at 3 PM Eastern Time, cash above the target buys shares of the money-market fund, and shares are sold if cash is below it. Requires recent reauthentication (POST /session/step-up).",
        tags: treasuryTags,
        params: treasuryParams,
        body: {
          ...TreasurySweepChangeSchema,
          examples: [{ version: 0, sweep: true, targetCash: 25_000, minimumSweep: 1_000 }],
        },
        response: { 200: TreasurySweepSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId } = caller;
      const { account_id: accountId } = await getTreasury(service, organizationId, request.params.treasuryId);
      const settings = settingsOf(request.body);
      const changed = await service.database.transaction((tx) =>
        changeSweep(service, tx, {
          organizationId,
          accountId,
          actor: actorOf(caller),
          version: request.body.version,
          settings,
        }),
      );
      return renderSweep(changed);
    },
  );
}
