import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { Day, Nullable, object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { chooseYield } from "#money/treasury/earnings";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";

const Yield = Nullable(
  Type.Number({ minimum: 0, maximum: 25, description: "Percent a year, at most two decimals; null for the default." }),
);
export const YieldBodySchema = object({ yield: Yield }, { title: "SandboxYieldRequest" });
export const YieldSchema = object(
  { yield: Yield, startsOn: Day("The first day that earns it.") },
  { title: "SandboxYield" },
);

const PPM_OF_PERCENT = 10_000;

/** Millionths; refuses fractions of a basis point, which funds do not publish. */
function ppmOf(percent: number | null): number | null {
  if (percent === null) return null;
  const basisPoints = Math.round(percent * 100);
  if (Math.abs(percent * 100 - basisPoints) > 1e-6)
    throw invalidRequest([{ path: "yield", message: "must have at most two decimals" }]);
  return basisPoints * 100;
}

/** What the simulated fund of treasury accounts yields. */
export function yieldRoute(app: Api, service: Service, scope: "sendMoney"): void {
  app.post(
    "/sandbox/treasury/yield",
    {
      config: { scope },
      schema: {
        operationId: "setSandboxYield",
        summary: "Set the fund's yield",
        description: "Of the simulated money-market fund, from the next close (17:00 New York) on.",
        tags: ["Sandbox"],
        body: { ...YieldBodySchema, examples: [{ yield: 4.25 }] },
        response: { 200: YieldSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const yieldPpm = ppmOf(request.body.yield);
      const { startsOn } = await service.database.transaction((tx) =>
        chooseYield(service, tx, { organizationId, yieldPpm, actor: actorOf(caller) }),
      );
      return { yield: yieldPpm === null ? null : yieldPpm / PPM_OF_PERCENT, startsOn };
    },
  );
}
