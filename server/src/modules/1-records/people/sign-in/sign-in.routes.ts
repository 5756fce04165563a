import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { OneOf, object, Uuid } from "#kernel/http/schemas.ts";
import type { Config } from "#kernel/process/config.ts";
import { Code, Email, Password, Secret } from "../people-schemas.ts";
import type { PeopleService } from "../people-service.ts";
import { withinSecretOf } from "../secret-text.ts";
import { requireOwnOrigin } from "./own-origin.ts";
import type { OpenedSession, Origin } from "./session.ts";
import { deviceTextOf, sessionCookies } from "./session-cookie.ts";
import { completeSignIn, type SecondStep, signIn } from "./sign-in.ts";

const tags = ["Session"];

const StepSchema = object(
  {
    next: OneOf(
      ["signedIn", "totp", "passkey", "chooseOrganization"],
      "`signedIn`: the cookie is set. `totp`: send `signIn` with a code. `passkey`: the organization requires a second factor, and the user's is a passkey: sign in with it (POST /session/passkey). `chooseOrganization`: the address belongs to users of several organizations; repeat the request with `organizationId`.",
      "SignInStep",
    ),
    signIn: Type.Optional(Type.String({ description: "For the second factor: valid for five minutes." })),
    organizations: Type.Optional(
      Type.Array(
        object(
          { id: Uuid("Its id."), legalBusinessName: Type.String({ description: "Its legal name." }) },
          { title: "NamedOrganization", description: "An organization that has a user with the address." },
        ),
        { description: "The organizations to choose from." },
      ),
    ),
  },
  { title: "SignInProgress" },
);

export const originOf = (request: FastifyRequest, config: Pick<Config, "publicUrl">): Origin => ({
  address: request.address,
  userAgent: request.headers["user-agent"],
  device: deviceTextOf(config, request.headers.cookie),
  httpRequestId: request.id,
});

/** POST /session and the second factor: the routes for signing in. */
export function signInRoutes(app: Api, service: PeopleService): void {
  passwordRoute(app, service);
  secondFactorRoutes(app, service);
}

const setCookies = ({ config }: PeopleService, reply: FastifyReply, opened: OpenedSession) =>
  reply.header("set-cookie", sessionCookies(config, opened));

function passwordRoute(app: Api, service: PeopleService): void {
  app.post(
    "/session",
    {
      config: {
        scope: "public",
        // A sign-in starts from an email address alone.
        within: () => "every",
        refusals: ["signInRefused", "providerNeeded", "tooManySignIns", "crossOriginRefused", "serviceUnavailable"],
      },
      schema: {
        operationId: "signIn",
        summary: "Sign in",
        description:
          "For users, with email address and password. The session is a cookie that scripts cannot read; it ends after 12 hours, or after half an hour without use. An unknown address, a wrong password, and a locked user get the same response.",
        tags,
        body: {
          ...object({
            email: Email,
            password: Password("The password."),
            organizationId: Type.Optional(
              Uuid("The organization, for a user of several. If omitted, the three oldest are tried."),
            ),
          }),
          title: "SignInRequest",
          examples: [{ email: "ada@example.com", password: "a long and quiet afternoon" }],
        },
        response: { 200: StepSchema },
      },
    },
    async (request, reply) => {
      requireOwnOrigin(request, service.config, { mustSay: false });
      const step = await signIn(service, { ...request.body, origin: originOf(request, service.config) });
      if (step.next === "signedIn") setCookies(service, reply, step.opened);
      switch (step.next) {
        case "signedIn":
        case "passkey":
          return { next: step.next };
        case "totp":
          return { next: step.next, signIn: step.signIn };
        case "chooseOrganization":
          return { next: step.next, organizations: [...step.organizations] };
      }
    },
  );
}

function secondFactorRoutes(app: Api, service: PeopleService): void {
  const complete = async (request: FastifyRequest, reply: FastifyReply, step: Omit<SecondStep, "origin">) => {
    requireOwnOrigin(request, service.config, { mustSay: false });
    setCookies(service, reply, await completeSignIn(service, { ...step, origin: originOf(request, service.config) }));
    return { next: "signedIn" as const };
  };
  const refusals = ["signInRefused", "providerNeeded", "signInExpired", "tooManySignIns", "crossOriginRefused"];
  const body = (codeDescription: string) =>
    object({ signIn: Secret("From the first step."), code: Code(codeDescription) });

  app.post(
    "/session/totp",
    {
      config: { scope: "public", within: withinSecretOf("body", "signIn"), refusals },
      schema: {
        operationId: "signInWithTotp",
        summary: "Complete a sign-in with a code",
        description:
          "The six digits that the authenticator app shows now. Each code works once; five wrong codes end the sign-in.",
        tags,
        body: {
          ...body("Six digits."),
          title: "TotpSignInRequest",
          examples: [{ signIn: "AZdcLo96fGCx8jwdWn6bEA…", code: "492039" }],
        },
        response: { 200: StepSchema },
      },
    },
    (request, reply) => complete(request, reply, { ...request.body, with: "totp" }),
  );

  app.post(
    "/session/recovery-code",
    {
      config: { scope: "public", within: withinSecretOf("body", "signIn"), refusals },
      schema: {
        operationId: "signInWithRecoveryCode",
        summary: "Complete a sign-in with a recovery code",
        description: "For users who lost their authenticator app. Each recovery code works once.",
        tags,
        body: {
          ...body("A recovery code."),
          title: "RecoveryCodeSignInRequest",
          examples: [{ signIn: "AZdcLo96fGCx8jwdWn6bEA…", code: "K7QPM-3XWRT" }],
        },
        response: { 200: StepSchema },
      },
    },
    (request, reply) => complete(request, reply, { ...request.body, with: "recoveryCode" }),
  );
}
