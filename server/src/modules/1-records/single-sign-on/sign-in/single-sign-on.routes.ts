import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { OneOf, object, Uuid } from "#kernel/http/schemas.ts";
import { isUuid, type OrganizationId } from "#kernel/values/ids.ts";
import { callerOf } from "#records/identity";
import { Email, originOf, type PeopleService, requireOwnOrigin, sessionCookies } from "#records/people";
import type { ProviderReach } from "../provider/reach.ts";
import { attemptCookie, attemptIn, endedAttemptCookie, organizationOfAttempt } from "./attempt.ts";
import { finishAttempt } from "./finish.ts";
import { logOut } from "./logout.ts";
import { startProviderStepUp, startSignIn } from "./start.ts";

const tags = ["Single sign-on"];
const returnTo = Type.Optional(
  Type.String({
    maxLength: 500,
    description: "The page of the dashboard to return to, such as `/dashboard/approvals`.",
  }),
);
const url = Type.String({ description: "Where the browser goes next." });

/** To the provider, and back from it. */
export function singleSignOnRoutes(app: Api, service: PeopleService, reach: ProviderReach): void {
  startRoutes(app, service, reach);
  callbackRoute(app, service, reach);
  app.register(async (scope) => logoutRoute(scope as unknown as Api, service, reach));
}

function startRoutes(app: Api, service: PeopleService, reach: ProviderReach): void {
  app.post(
    "/sso/start",
    {
      config: {
        scope: "public",
        // A sign-in starts from an email address alone.
        within: () => "every",
        refusals: ["noProvider", "providerUnreachable", "tooManySignIns", "crossOriginRefused"],
      },
      schema: {
        operationId: "startSingleSignOn",
        summary: "Start signing in with the company's provider",
        description:
          "By email address, whose domain tells the organization, or by organization. The browser then opens `url`, signs in there, and comes back signed in.",
        tags,
        body: {
          ...object({
            email: Type.Optional(Email),
            organizationId: Type.Optional(Uuid("The organization, if several have the domain.")),
            returnTo,
          }),
          title: "StartSingleSignOnRequest",
          examples: [{ email: "ada@example.com" }],
        },
        response: {
          200: object(
            {
              next: OneOf(
                ["provider", "chooseOrganization"],
                "`provider`: open `url`. `chooseOrganization`: several organizations have the domain; repeat the request with `organizationId`.",
              ),
              url: Type.Optional(url),
              organizations: Type.Optional(
                Type.Array(
                  object(
                    { id: Uuid("Its id."), legalBusinessName: Type.String({ description: "Its legal name." }) },
                    { title: "NamedOrganization", description: "An organization that has the domain." },
                  ),
                  { description: "The organizations to choose from." },
                ),
              ),
            },
            { title: "SingleSignOnStart" },
          ),
        },
      },
    },
    async (request, reply) => {
      requireOwnOrigin(request, service.config, { mustSay: false });
      const { email, organizationId, returnTo: to } = request.body;
      const given = { email, organizationId, returnTo: to, address: request.address };
      const step = await startSignIn(service, reach, given);
      if (step.next === "chooseOrganization") return { next: step.next, organizations: [...step.organizations] };
      reply.header("set-cookie", attemptCookie(service.config, step.cookie));
      return { next: step.next, url: step.url };
    },
  );
  app.post(
    "/sso/step-up",
    {
      config: { scope: "person", refusals: ["noProvider", "providerUnreachable"] },
      schema: {
        operationId: "startProviderStepUp",
        summary: "Start reauthenticating with the company's provider",
        description:
          "The browser opens `url`, where the provider asks for a fresh sign-in, and comes back to `returnTo` reauthenticated for ten minutes. `stepUpWith` of GET /session says whether the user can.",
        tags,
        body: {
          ...object({ returnTo }),
          title: "StartProviderStepUpRequest",
          examples: [{ returnTo: "/dashboard/approvals" }],
        },
        response: { 200: object({ url }, { title: "ProviderStepUp" }) },
      },
    },
    async (request, reply) => {
      const started = await startProviderStepUp(service, reach, callerOf(request), request.body.returnTo);
      reply.header("set-cookie", attemptCookie(service.config, started.cookie));
      return { url: started.url };
    },
  );
}

/** The provider sends the browser here. It always ends on a page of the dashboard. */
function callbackRoute(app: Api, service: PeopleService, reach: ProviderReach): void {
  app.get(
    "/sso/callback",
    {
      config: {
        scope: "public",
        within: (request) => organizationOfAttempt(attemptIn(service.config, request.headers.cookie)),
      },
      schema: { hide: true },
    },
    async (request, reply) => {
      const { url: path = "" } = request.raw;
      const search = path.includes("?") ? path.slice(path.indexOf("?")) : "";
      const cookie = attemptIn(service.config, request.headers.cookie);
      const origin = originOf(request, service.config);
      const finished = await finishAttempt(service, reach, { cookie, search, origin });
      const cookies = [endedAttemptCookie(service.config)];
      // A page's address must not reach the provider, nor the code in this one the next page.
      reply.header("referrer-policy", "no-referrer");
      if ("problem" in finished) {
        const to = finished.returnTo ?? "/dashboard/sign-in";
        const separator = to.includes("?") ? "&" : "?";
        return reply.header("set-cookie", cookies).redirect(`${to}${separator}signOnProblem=${finished.problem}`, 303);
      }
      if (finished.opened !== undefined) cookies.push(...sessionCookies(service.config, finished.opened));
      return reply.header("set-cookie", cookies).redirect(finished.returnTo, 303);
    },
  );
}

const TOKEN_LENGTH_MAX = 20_000;

/** In a scope of its own, because OpenID Connect sends a logout token in a form. */
function logoutRoute(app: Api, service: PeopleService, reach: ProviderReach): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 2 * TOKEN_LENGTH_MAX },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post(
    "/sso/logout/:organizationId",
    {
      config: {
        scope: "public",
        within: ({ params }) => {
          const { organizationId } = Object(params);
          return typeof organizationId === "string" && isUuid(organizationId)
            ? (organizationId as OrganizationId)
            : undefined;
        },
        refusals: ["logoutRefused", "providerUnreachable", "tooManySignIns"],
      },
      schema: {
        hide: true,
        params: object({ organizationId: Uuid("The organization.") }),
        body: object({ logout_token: Type.String({ minLength: 1, maxLength: TOKEN_LENGTH_MAX }) }),
      },
    },
    async (request, reply) => {
      const { organizationId } = request.params;
      const { address, id: httpRequestId } = request;
      await logOut(service, reach, { organizationId, token: request.body.logout_token, address, httpRequestId });
      return reply.code(200).send(null);
    },
  );
}
