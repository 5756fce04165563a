import type { Api } from "#kernel/http/api.ts";
import { object } from "#kernel/http/schemas.ts";
import { Done, Email } from "../people-schemas.ts";
import type { PeopleService } from "../people-service.ts";
import { requireOwnOrigin } from "../sign-in/own-origin.ts";
import { originOf } from "../sign-in/sign-in.routes.ts";
import { forgotPassword } from "./forgotten-password.ts";

/** For users who cannot sign in. */
export function forgottenRoutes(app: Api, service: PeopleService): void {
  app.post(
    "/session/forgotten",
    {
      config: {
        scope: "public",
        within: () => "every",
        refusals: ["tooManySignIns", "crossOriginRefused", "serviceUnavailable"],
      },
      schema: {
        operationId: "forgotPassword",
        summary: "Request a new password",
        description:
          "Emails a link to choose a new password, valid for one hour, if a user has the address. The response is the same if none has. The second factor is kept. A repeated request within ten minutes sends no second email.",
        tags: ["Session"],
        body: {
          ...object({ email: Email }),
          title: "ForgottenPasswordRequest",
          examples: [{ email: "ada@example.com" }],
        },
        response: { 204: Done("Accepted.") },
      },
    },
    async (request, reply) => {
      requireOwnOrigin(request, service.config, { mustSay: false });
      await forgotPassword(service, { ...request.body, origin: originOf(request, service.config) });
      return reply.code(204).send(null);
    },
  );
}
