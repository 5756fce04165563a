import { magicAccountNumbers, scenarioText } from "bursar-simulated-bank";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { ServiceClock } from "#kernel/clock/service-clock.ts";
import type { Api } from "#kernel/http/api.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { object, Uuid } from "#kernel/http/schemas.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { isSandboxDatabase } from "#kernel/process/service-mode.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { TransactionSchema } from "#payments/payments";
import { callerOf } from "#records/identity";
import { sandboxAccountRoutes } from "./accounts.routes.ts";
import { advanceClock, type Pump, resetClock } from "./advance-clock.ts";
import { answerRoutes } from "./answers.routes.ts";
import { bankDecisionRoutes } from "./decisions.routes.ts";
import { deposit } from "./deposit.ts";
import { mailRoutes } from "./mails.routes.ts";
import { sandboxReasonRoutes } from "./reasons.routes.ts";
import { runBank } from "./run-bank.ts";
import type { SandboxRail } from "./sandbox-rail.ts";
import { refuseSandbox } from "./sandbox-refusals.ts";
import {
  AdvanceBodySchema,
  AdvanceSchema,
  BankRunSchema,
  ClockSchema,
  DepositBodySchema,
  MagicNumbersSchema,
  NoBodySchema,
} from "./sandbox-schemas.ts";
import { yieldRoute } from "./yield.routes.ts";

export interface SandboxTools {
  readonly clock: ServiceClock;
  readonly bank: SandboxRail;
  /** All background work with due times: hand-over, files, the bank's answers, webhook deliveries, and others. */
  readonly pumps: readonly Pump[];
}

const tags = ["Sandbox"];
const scope = "sendMoney";

/**
 * Routes that control the simulated environment. Registered in sandbox mode only: in production they do not exist
 * (decision R12).
 */
export function sandboxRoutes(app: Api, service: Service, tools: SandboxTools): void {
  guardSandbox(app, service);
  clockRoutes(app, tools);
  resetRoute(app, tools);
  bankRoutes(app, service, tools);
  answerRoutes(app, service, { bank: tools.bank, scope });
  depositRoute(app, service);
  sandboxAccountRoutes(app, service, scope);
  sandboxReasonRoutes(app, scope);
  yieldRoute(app, service, scope);
  bankDecisionRoutes(app, service, scope);
  mailRoutes(app, service, scope);
}

/**
 * A second line of defense, in case a process runs in sandbox mode on a production database: its sandbox routes refuse.
 * The first one is that it does not start (open-service.ts).
 */
function guardSandbox(app: Api, { database }: Service): void {
  app.addHook("preHandler", async (request) => {
    if (request.routeOptions.url?.startsWith("/sandbox/") !== true || (await isSandboxDatabase(database))) return;
    throw refuseSandbox("notASandboxDatabase");
  });
}

function clockRoutes(app: Api, { clock, pumps }: SandboxTools): void {
  app.get(
    "/sandbox/clock",
    {
      config: { scope },
      schema: {
        operationId: "getSandboxClock",
        summary: "Get the time",
        description: "The service's clock, which determines all times.",
        tags,
        response: { 200: ClockSchema },
      },
    },
    async () => ({ now: clock.now().toISOString(), kind: clock.kind }),
  );

  app.post(
    "/sandbox/clock/advance",
    {
      config: { scope, refusals: ["clockRunsForward", "clockTooFarAhead", "clockOnItsWay"] },
      schema: {
        operationId: "advanceSandboxClock",
        summary: "Advance the time",
        description:
          'Moves the clock forward by `hours` or `to` an instant. Everything due on the way happens at its own time and in order: payments are submitted at their cut-offs, the bank answers at its hours, webhooks are sent and retried. At most ten years ahead of today. 200 means that the clock has reached its target. One call takes about 20 seconds at most: a longer way is answered with 409 `clockOnItsWay`, which says how far it got (`now`, `percent`) and the target (`to`). Send `{"to": …}` with that target to continue; `GET /sandbox/clock` shows the time meanwhile.',
        tags,
        body: { ...AdvanceBodySchema, examples: [{ hours: 24 }, { to: "2027-01-04T14:00:00.000Z" }] },
        response: { 200: AdvanceSchema },
      },
    },
    async (request) => {
      const { hours, to } = request.body;
      if ((hours === undefined) === (to === undefined))
        throw invalidRequest([{ path: "hours", message: " or `to` is required, but not both" }]);
      const target = to === undefined ? plusMs(clock.now(), Math.ceil((hours ?? 0) * HOUR_MS)) : new Date(to);
      const { now, steps } = await advanceClock(clock, pumps, { to: target });
      return { now: now.toISOString(), kind: clock.kind, steps, reachedTarget: true };
    },
  );
}

function resetRoute(app: Api, { clock }: SandboxTools): void {
  app.post(
    "/sandbox/clock/reset",
    {
      config: { scope },
      schema: {
        operationId: "resetSandboxClock",
        summary: "Reset the clock",
        description:
          "Resets the clock to the machine's time. Objects created ahead of it keep their later times, so lists show them after new ones, and anything due then waits until then. Start with an empty database for a clean slate.",
        tags,
        body: NoBodySchema,
        response: { 200: ClockSchema },
      },
    },
    async () => ({ now: (await resetClock(clock)).toISOString(), kind: clock.kind }),
  );
}

function bankRoutes(app: Api, service: Service, { bank }: SandboxTools): void {
  app.post(
    "/sandbox/bank/run",
    {
      config: { scope },
      schema: {
        operationId: "runSandboxBank",
        summary: "Run the bank now",
        description:
          "Submits every waiting payment of the organization and makes the simulated bank send all of its answers now, including returns.",
        tags,
        body: NoBodySchema,
        response: { 200: BankRunSchema },
      },
    },
    async (request) => runBank(service, bank, callerOf(request).organizationId),
  );

  app.get(
    "/sandbox/magic-numbers",
    {
      config: { scope },
      schema: {
        operationId: "listMagicNumbers",
        summary: "List magic numbers",
        description:
          "What the simulated bank does with payments to these account numbers, or with checks over these amounts. All other payments succeed.",
        tags,
        response: { 200: MagicNumbersSchema },
      },
    },
    async () => ({ magicNumbers: magicNumbers() }),
  );
}

const magicNumbers = () =>
  magicAccountNumbers.map(({ method, accountNumber, amountMinor, scenario }) => ({
    paymentMethod: method,
    accountNumber,
    amount: amountMinor === null ? null : dollarsFromMinor(amountMinor),
    outcome: scenario.kind,
    code: "code" in scenario ? scenario.code : null,
    description: scenarioText(scenario),
  }));

function depositRoute(app: Api, service: Service): void {
  app.post(
    "/sandbox/accounts/:accountId/deposit",
    {
      config: { scope, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "depositToAccount",
        summary: "Deposit money",
        description:
          "Deposits money into an account, as if it had been paid to the organization. The transaction is `sent` immediately.",
        tags,
        params: object({ accountId: Uuid("The receiving account.") }),
        body: { ...DepositBodySchema, examples: [{ amount: 25_000, name: "Blue Door Cafes", memo: "INV-0042" }] },
        response: { 200: TransactionSchema },
      },
    },
    async (request, reply) => {
      const { amount, name = "Sandbox deposit", memo } = request.body;
      const key = idempotencyKeyOf(request, request.body);
      const { body, replayed } = await deposit(service, {
        caller: callerOf(request),
        accountId: request.params.accountId,
        amount,
        name,
        memo: memo || null,
        key,
      });
      if (replayed) reply.header("idempotent-replayed", "true");
      return body;
    },
  );
}
