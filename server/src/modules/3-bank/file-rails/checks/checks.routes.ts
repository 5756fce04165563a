import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Day, idParams, Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { personOf, renderWaiting, requireStepUp, TAKES_TWO, WaitingChangeSchema } from "#records/people";
import { checkExceptionStates, checkStates, checkVoidStates } from "./check-states.ts";
import { proposeDecision } from "./exceptions/decide-exception.ts";
import { checkExceptionKinds, exceptionDecisions } from "./exceptions/exceptions.queries.ts";
import { listCheckExceptions, showCheck, showCheckException } from "./read-checks.ts";
import { stopCheck } from "./stops/stop-check.ts";
import { stopOutcomes } from "./stops/stop-outcome.ts";

const tags = ["Bank files"];

const ExceptionSchema = object(
  {
    id: Uuid("The exception."),
    accountId: Uuid("The account that the check is drawn on."),
    checkNumber: Type.String({ description: "The number on the check." }),
    transactionId: Nullable(Uuid("The payment of the check with this number. Null: none was issued.")),
    state: OneOf(checkExceptionStates.states, "`open`: two people have to decide.", "CheckExceptionState"),
    kind: OneOf(
      checkExceptionKinds,
      "How it differs from what was issued. `paidWithoutIssue`: no check with this number was issued.",
      "CheckExceptionKind",
    ),
    amount: Usd("What was presented."),
    issuedAmount: Nullable(Usd("Of the check with this number. Null: none was issued.")),
    payee: Nullable(Type.String({ description: "To whom that check was issued." })),
    presentedOn: Nullable(Day("When it was presented.")),
    reportedAt: Timestamp("When the bank reported it."),
    decideBy: Timestamp("The bank's deadline."),
    decision: Nullable(OneOf(exceptionDecisions, "What two people decided.", "CheckExceptionDecision")),
  },
  { title: "CheckException", description: "A presented check that does not match what was issued." },
);

const CheckSchema = object(
  {
    transactionId: Uuid("The payment."),
    accountId: Uuid("The account that it is drawn on."),
    checkNumber: Type.String({ description: "Its number." }),
    state: OneOf(checkStates.states, "`numbered`: not known to be mailed.", "CheckState"),
    amount: Usd("Its amount."),
    issuedOn: Day("The date on it."),
    printedAt: Nullable(Timestamp("When its PDF was created, for the bank's printer or your own.")),
    mailedAt: Nullable(Timestamp("When it was mailed.")),
    paidOn: Nullable(Day("When the bank paid it.")),
    reason: Nullable(Type.String({ description: "Why it is void, stopped, or returned." })),
    stopOutcome: Nullable(
      OneOf(stopOutcomes, "What stopping the check would do now; null if it has ended or is being stopped."),
    ),
    stop: Nullable(
      object(
        {
          state: OneOf(checkVoidStates.states, "`manual`: a person reports it to the bank.", "CheckStopState"),
          requestedAt: Timestamp("When it was requested."),
          reason: Nullable(Type.String({ description: "Why the bank refused it." })),
        },
        { title: "CheckStop", description: "The last void or stop." },
      ),
    ),
    exceptions: Type.Array(ExceptionSchema, { description: "Reports of the bank about its number." }),
  },
  { title: "Check" },
);

/** Checks that banks receive in files. */
export function checkRoutes(app: Api, service: Service): void {
  app.get(
    "/checks/:transactionId",
    {
      config: { scope: "bankFiles", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getCheck",
        summary: "Get the check of a payment",
        description: "Only of payments over a bank connection, once the check has a number.",
        tags,
        params: idParams("transactionId", "The payment."),
        response: { 200: CheckSchema },
      },
    },
    (request) => showCheck(service.database, { ...callerOf(request), transactionId: request.params.transactionId }),
  );
  app.post(
    "/checks/:transactionId/stop",
    {
      config: {
        scope: "person",
        permission: "manageOrganization",
        refusals: ["stepUpNeeded", "resourceNotFound", "checkNotStoppable"],
      },
      schema: {
        operationId: "stopCheck",
        summary: "Stop a check",
        description:
          "Voids a check that is not printed, or asks the bank to stop it. Repeating it changes nothing. Requires recent reauthentication (POST /session/step-up).",
        tags,
        params: idParams("transactionId", "The payment."),
        response: {
          200: object(
            { outcome: OneOf(stopOutcomes, "`requested`: the bank has to accept it first.") },
            { title: "StoppedCheck" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId } = caller;
      const { transactionId } = request.params;
      return { outcome: await stopCheck(service, { organizationId, transactionId, actor: actorOf(caller) }) };
    },
  );
  exceptionRoutes(app, service);
}

function exceptionRoutes(app: Api, service: Service): void {
  app.get(
    "/check-exceptions",
    {
      config: { scope: "bankFiles" },
      schema: {
        operationId: "listCheckExceptions",
        summary: "List check exceptions",
        description: "Presented checks that two people have to decide about, the most urgent first.",
        tags,
        response: {
          200: object(
            { exceptions: Type.Array(ExceptionSchema, { description: "At most 100." }) },
            { title: "CheckExceptionList" },
          ),
        },
      },
    },
    async (request) => ({
      exceptions: [...(await listCheckExceptions(service.database, callerOf(request).organizationId))],
    }),
  );
  app.post(
    "/check-exceptions/:exceptionId/decision",
    {
      config: {
        scope: "person",
        permission: "manageOrganization",
        refusals: ["stepUpNeeded", "resourceNotFound", "checkExceptionDecided", "tooManyControlChanges"],
      },
      schema: {
        operationId: "decideAboutCheck",
        summary: "Decide about a check exception",
        description: `Pay or return it. The decision ${TAKES_TWO} Enter it on the bank's website, too. Requires recent reauthentication (POST /session/step-up).`,
        tags,
        params: idParams("exceptionId", "The exception."),
        body: {
          ...object({ decision: OneOf(exceptionDecisions, "The decision.") }, { title: "CheckDecision" }),
          examples: [{ decision: "return" }],
        },
        response: { 200: ExceptionSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      const { exceptionId } = request.params;
      const { decision } = request.body;
      const waiting = await proposeDecision(service, {
        organizationId,
        exceptionId,
        decision,
        userId,
        actor: actorOf(caller),
      });
      if (waiting !== undefined) return reply.code(202).send(renderWaiting(waiting));
      return showCheckException(service.database, { organizationId, exceptionId });
    },
  );
}
