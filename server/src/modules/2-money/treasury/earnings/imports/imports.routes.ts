import { NO_HIDDEN_CHARACTERS } from "bursar-banking/text/hidden-characters";
import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Day, Nullable, OneOf, object, Usd } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { personOf, renderWaiting, requireStepUp, TAKES_TWO, WaitingChangeSchema } from "#records/people";
import { getTreasury, treasuryParams, treasuryTags } from "../reads/treasury.routes.ts";
import { TreasuryTransactionTypeSchema } from "../reads/treasury-schemas.ts";
import { type ImportResult, previewImport } from "./import-activity.ts";
import { FILE_LENGTH_MAX } from "./parse-activity.ts";
import { proposeImport } from "./propose-import.ts";

export const TreasuryActivityFileSchema = object(
  {
    fileName: Type.String({
      minLength: 1,
      maxLength: 120,
      pattern: NO_HIDDEN_CHARACTERS,
      description: "The name of the file, for the audit log.",
    }),
    content: Type.String({
      minLength: 1,
      maxLength: FILE_LENGTH_MAX,
      description: "The file's text: CSV with a header.",
    }),
  },
  { title: "TreasuryActivityFile" },
);

const ImportRowSchema = object(
  {
    line: Type.Integer({ description: "Its line in the file." }),
    reference: Type.String({ description: "The custodian's reference." }),
    day: Day("The date of the activity."),
    type: TreasuryTransactionTypeSchema,
    amount: Usd("The amount."),
    security: Nullable(Type.String({ description: "The security." })),
    outcome: OneOf(
      ["new", "alreadyImported", "confirmsTransfer", "settlesOrder"],
      "`new`: is added. `alreadyImported`: has no effect. `confirmsTransfer`: a transfer made here, which is not added again. `settlesOrder`: settles an order that was placed here.",
      "TreasuryImportOutcome",
    ),
  },
  { title: "TreasuryImportRow" },
);
export const TreasuryImportSchema = object(
  {
    rows: Type.Array(ImportRowSchema, { description: "The rows, oldest first." }),
    problems: Type.Array(
      object(
        {
          line: Type.Integer({ description: "The line in the file." }),
          message: Type.String({ description: "What is wrong, and what to do." }),
        },
        { title: "TreasuryImportProblem" },
      ),
      { description: "Nothing is imported while there are any." },
    ),
    balanceBefore: Usd("The account's balance now, or before the import."),
    balanceAfter: Usd("The account's balance after the import."),
  },
  { title: "TreasuryImport" },
);

const render = ({ outcomes, problems, ...balances }: ImportResult): Static<typeof TreasuryImportSchema> => ({
  rows: outcomes.map(({ row, outcome }) => ({
    line: row.line,
    reference: row.reference,
    day: row.day,
    type: row.type,
    amount: dollarsFromMinor(row.amountMinor),
    security: row.security,
    outcome,
  })),
  problems: problems.map(({ line, message }) => ({ line, message })),
  balanceBefore: dollarsFromMinor(balances.balanceBeforeMinor),
  balanceAfter: dollarsFromMinor(balances.balanceAfterMinor),
});

const example = {
  fileName: "activity-2025-11.csv",
  content: "Reference,Date,Type,Amount\nA-1001,2025-11-28,dividendPosted,312.44\n",
};

/** A custodian's activity file, from users (docs/operate/treasury.md). */
export function importRoutes(app: Api, service: Service): void {
  app.post(
    "/treasury/:treasuryId/imports/preview",
    {
      config: { scope: "person", permission: "manageOrganization", refusals: ["resourceNotFound", "ledgerInDoubt"] },
      schema: {
        operationId: "previewTreasuryImport",
        summary: "Preview a custodian's activity file",
        description: "What each row would do, and every problem. Changes nothing.",
        tags: treasuryTags,
        params: treasuryParams,
        body: { ...TreasuryActivityFileSchema, examples: [example] },
        response: { 200: TreasuryImportSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { account_id: accountId } = await getTreasury(service, organizationId, request.params.treasuryId);
      return render(await previewImport(service, { organizationId, accountId, ...request.body }));
    },
  );
  app.post(
    "/treasury/:treasuryId/imports",
    {
      config: {
        scope: "person",
        permission: "manageOrganization",
        refusals: ["stepUpNeeded", "resourceNotFound", "ledgerInDoubt", "tooManyControlChanges"],
      },
      schema: {
        operationId: "importTreasuryActivity",
        summary: "Import a custodian's activity file",
        description: `Adds all rows of the file or, if any has a problem, none. A row whose reference was imported before has no effect. The import ${TAKES_TWO} Requires recent reauthentication (POST /session/step-up).`,
        tags: treasuryTags,
        params: treasuryParams,
        body: { ...TreasuryActivityFileSchema, examples: [example] },
        response: { 200: TreasuryImportSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      const { account_id: accountId } = await getTreasury(service, organizationId, request.params.treasuryId);
      const file = { organizationId, accountId, ...request.body };
      const outcome = await proposeImport(service, { file, userId, actor: actorOf(caller) });
      return "result" in outcome ? render(outcome.result) : reply.code(202).send(renderWaiting(outcome.waiting));
    },
  );
}
