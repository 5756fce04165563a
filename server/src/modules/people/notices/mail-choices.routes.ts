import { Type } from "typebox";
import type { Api } from "../../../kernel/http/api.ts";
import { object } from "../../../kernel/http/schemas.ts";
import type { Service } from "../../../kernel/process/service.ts";
import { callerOf } from "../../identity/index.ts";
import { chooseMails, readMailChoices } from "./mail-choices.ts";

const choices = {
  statementReady: Type.Boolean({ description: "When the statements of a month are ready." }),
  paymentFailed: Type.Boolean({
    description:
      "When a payment fails, is blocked, or is returned: any payment for administrators, otherwise the user's own.",
  }),
};
const EmailChoicesSchema = object(choices, { title: "EmailChoices" });

/** Which e-mails a user receives. */
export function mailChoiceRoutes(app: Api, service: Service): void {
  app.get(
    "/session/emails",
    {
      config: { scope: "person", refusals: [] },
      schema: {
        operationId: "getEmailChoices",
        summary: "Get the user's choice of emails",
        description: "Emails about the user's own sign-in are always sent.",
        tags: ["Session"],
        response: { 200: EmailChoicesSchema },
      },
    },
    (request) => readMailChoices(service, callerOf(request)),
  );
  app.post(
    "/session/emails",
    {
      config: { scope: "person", refusals: [] },
      schema: {
        operationId: "chooseEmails",
        summary: "Choose which emails the user receives",
        description: "Takes effect with the next email.",
        tags: ["Session"],
        body: { ...EmailChoicesSchema, examples: [{ statementReady: true, paymentFailed: true }] },
        response: { 200: EmailChoicesSchema },
      },
    },
    (request) => chooseMails(service, callerOf(request), request.body),
  );
}
