import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import {
  cursorParameters,
  idParams,
  OneOf,
  object,
  PageSchema,
  SortOrder,
  Timestamp,
  Uuid,
} from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { callerOf } from "#records/identity";
import { getMail, listMails, mailStates, type WrittenMail } from "#records/mail";

const tags = ["Sandbox"];

const summary = {
  id: Uuid("The email's id."),
  kind: OneOf(
    [
      "invitation",
      "passwordReset",
      "approvalNeeded",
      "recipientInvite",
      "securityNotice",
      "invoice",
      "remittanceAdvice",
      "statementReady",
      "paymentFailed",
      "bankFileAlert",
      "notification",
      "digest",
      "testEmail",
    ],
    "Its subject matter.",
    "EmailKind",
  ),
  to: Type.String({ description: "The recipient's address." }),
  subject: Type.String({ description: "Its subject." }),
  status: OneOf(mailStates.states, inWords(mailStates), "SandboxEmailStatus"),
  createdAt: Timestamp("When it was written."),
};
const SummarySchema = object(summary, { title: "SandboxEmailSummary" });
const MailSchema = object(
  {
    ...summary,
    text: Type.String({ description: "Its content as plain text." }),
    html: Type.String({ description: "Its content as HTML." }),
  },
  { title: "SandboxEmail" },
);

const renderSummary = (mail: WrittenMail): Static<typeof SummarySchema> => ({
  id: mail.mailId,
  kind: mail.kind,
  to: mail.recipient,
  subject: mail.subject,
  status: mail.status,
  createdAt: mail.createdAt.toISOString(),
});

/** The service's emails, readable without a mailbox. */
export function mailRoutes(app: Api, service: Service, scope: string): void {
  app.get(
    "/sandbox/emails",
    {
      config: { scope, refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listSandboxEmails",
        summary: "List emails",
        description: "Newest first. They include one-time links, so in sandbox mode only.",
        tags,
        querystring: object({
          ...cursorParameters,
          order: Type.Optional(SortOrder("Order of creation; `desc` by default.")),
          start_at: Type.Optional(Uuid("Returns the page from this item on.")),
        }),
        response: {
          200: object(
            { emails: Type.Array(SummarySchema, { description: "The page." }), page: PageSchema },
            { title: "SandboxEmailList" },
          ),
        },
      },
    },
    async (request) => {
      const { mails, page } = await listMails(service, callerOf(request).organizationId, request.query);
      return { emails: mails.map(renderSummary), page };
    },
  );

  app.get(
    "/sandbox/emails/:emailId",
    {
      config: { scope, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getSandboxEmail",
        summary: "Get an email",
        description: "One email with its content.",
        tags,
        params: idParams("emailId", "The email."),
        response: { 200: MailSchema },
      },
    },
    async (request) => {
      const mail = await getMail(service, callerOf(request).organizationId, request.params.emailId);
      return { ...renderSummary(mail), text: mail.text, html: mail.html };
    },
  );
}
