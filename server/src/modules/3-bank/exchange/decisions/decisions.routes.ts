import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { idParams, OneOf, object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { type Actor, actorOf } from "#records/audit";
import { type ControlChange, proposeChange } from "#records/controls";
import { callerOf, lockOrganization } from "#records/identity";
import { personOf, renderWaiting, requireStepUp, TAKES_TWO, WaitingChangeSchema } from "#records/people";
import { refuseBankFile } from "../bank-file-refusals.ts";
import { FileSchema } from "../bank-file-schemas.ts";
import { lockFile } from "../bank-files.queries.ts";
import { acceptanceKind } from "./accept-change.ts";
import { carryOutDecision, type FileDecision, fileDecisions, requireDecidable } from "./decide-file.ts";
import { resendKind } from "./resend-change.ts";

/** What an administrator decides about a file. Tokens do not decide. */
export function fileDecisionRoutes(app: Api, service: Service): void {
  app.post(
    "/bank-files/:fileId/decision",
    {
      config: {
        scope: "person",
        permission: "manageOrganization",
        refusals: [
          "resourceNotFound",
          "stepUpNeeded",
          "bankFileNotInDoubt",
          "bankFileNotSetAside",
          "bankFileReasonMissing",
          "tooManyControlChanges",
        ],
      },
      schema: {
        operationId: "decideAboutBankFile",
        summary: "Decide about a bank file",
        description: `\`resend\` and \`accept\` ${TAKES_TWO} Requires recent reauthentication (POST /session/step-up).`,
        tags: ["Bank files"],
        params: idParams("fileId", "The file."),
        body: {
          ...object(
            {
              decision: OneOf(
                fileDecisions,
                "`resend`: a file in doubt, which the bank does not have. `markSent`: a file in doubt, which it has. `retry`: sends or processes a file that was set aside, or processes one with open items again. `accept`: processes a received file that was set aside, although its counts, totals, or repeated message are wrong. `dismiss`: it is never sent or processed.",
                "BankFileDecision",
              ),
              reason: Type.Optional(
                Type.String({ minLength: 1, maxLength: 500, description: "Why. Required for `accept`." }),
              ),
            },
            { title: "DecideAboutBankFileRequest" },
          ),
          examples: [{ decision: "markSent" }],
        },
        response: { 200: FileSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      const { fileId } = request.params;
      const { decision, reason } = request.body;
      if (decision === "accept" && reason === undefined) throw refuseBankFile("bankFileReasonMissing");
      const outcome = await decideAsUser(service, {
        organizationId,
        userId,
        fileId,
        decision,
        reason,
        actor: actorOf(caller),
      });
      return "waiting" in outcome ? reply.code(202).send(renderWaiting(outcome.waiting)) : outcome.file;
    },
  );
}

interface UsersDecision {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly fileId: string;
  readonly decision: FileDecision;
  readonly reason: string | undefined;
  readonly actor: Actor;
}

const decideAsUser = (
  service: Service,
  { userId, ...decided }: UsersDecision,
): Promise<{ readonly file: Static<typeof FileSchema> } | { readonly waiting: ControlChange }> =>
  service.database.transaction(async (tx) => {
    const { organizationId, decision, reason = "", actor } = decided;
    if (decision !== "resend" && decision !== "accept") return { file: await carryOutDecision(service, tx, decided) };
    // First: a confirmation takes the organization's lock before the file's, too.
    await lockOrganization(tx, organizationId);
    const file = await lockFile(tx, organizationId, decided.fileId);
    if (file === undefined) throw notFound("bank file");
    requireDecidable(file, decision);
    const proposed = { organizationId, actor, proposer: userId, subject: file.file_id };
    const name = file.name ?? "";
    const { change, result } =
      decision === "resend"
        ? await proposeChange(service, tx, resendKind(service), {
            ...proposed,
            proposal: { name, payments: file.transaction_count },
          })
        : await proposeChange(service, tx, acceptanceKind(service), {
            ...proposed,
            proposal: { name, problem: file.reason ?? "", reason },
          });
    return result === undefined ? { waiting: change } : { file: result };
  });
