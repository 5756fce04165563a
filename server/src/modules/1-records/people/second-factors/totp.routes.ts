import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { object } from "#kernel/http/schemas.ts";
import { callerOf } from "#records/identity";
import { Code, Done } from "../people-schemas.ts";
import type { PeopleService } from "../people-service.ts";
import type { SessionGate } from "../sign-in/session-gate.ts";
import { confirmEnrolment, removeSecondFactor, startEnrolment } from "./second-factor.ts";

const tags = ["Session"];

/** Routes for a user's own second factor. */
export function totpRoutes(app: Api, service: PeopleService, gate: SessionGate): void {
  enrolRoutes(app, service, gate);
  removeRoute(app, service, gate);
}

function enrolRoutes(app: Api, service: PeopleService, gate: SessionGate): void {
  app.post(
    "/session/totp-enrolment",
    {
      config: { scope: "person", worksWithoutSecondFactor: true, refusals: ["stepUpNeeded", "secondFactorIsOn"] },
      schema: {
        operationId: "startTotpEnrolment",
        summary: "Set up an authenticator app",
        description:
          "Returns a secret for the app. Requires recent reauthentication (POST /session/step-up). The second factor is on once a code is confirmed; another request creates a new secret.",
        tags,
        response: {
          200: object(
            {
              secret: Type.String({ description: "In base32, for manual entry." }),
              uri: Type.String({ description: "As an otpauth:// URI, for a QR code." }),
            },
            { title: "TotpEnrolment" },
          ),
        },
      },
    },
    (request) => startEnrolment(service, callerOf(request)),
  );

  app.post(
    "/session/totp-enrolment/confirm",
    {
      config: {
        scope: "person",
        worksWithoutSecondFactor: true,
        refusals: ["wrongCode", "secondFactorIsOn", "secondFactorIsOff"],
      },
      schema: {
        operationId: "confirmTotpEnrolment",
        summary: "Turn the second factor on",
        description:
          "Takes a code from the app. Returns ten recovery codes, shown once; each replaces the app one time.",
        tags,
        body: {
          ...object({ code: Code("Six digits.") }),
          title: "ConfirmTotpEnrolmentRequest",
          examples: [{ code: "492039" }],
        },
        response: {
          200: object(
            {
              recoveryCodes: Type.Array(Type.String({ description: "A code." }), {
                description: "Store them separately from the app.",
              }),
            },
            { title: "RecoveryCodes" },
          ),
        },
      },
    },
    async (request) => {
      const recoveryCodes = [...(await confirmEnrolment(service, callerOf(request), request.body.code))];
      gate.forgetRequest(request);
      return { recoveryCodes };
    },
  );
}

function removeRoute(app: Api, service: PeopleService, gate: SessionGate): void {
  app.delete(
    "/session/totp-enrolment",
    {
      config: { scope: "person", refusals: ["stepUpNeeded", "secondFactorIsOff"] },
      schema: {
        operationId: "removeTotpEnrolment",
        summary: "Turn the second factor off",
        description: "Requires recent reauthentication (POST /session/step-up). Its recovery codes stop working.",
        tags,
        response: { 204: Done("Turned off.") },
      },
    },
    async (request, reply) => {
      await removeSecondFactor(service, callerOf(request));
      gate.forgetRequest(request);
      return reply.code(204).send(null);
    },
  );
}
