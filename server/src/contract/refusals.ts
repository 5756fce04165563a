import { accountRefusals } from "#administration/open-account.ts";
import { setupRefusals } from "#administration/setup/setup.ts";
import { bankConnectionRefusals, bankFileRefusals } from "#bank/exchange";
import { checkRefusals, undoRefusals } from "#bank/file-rails";
import { commentRefusals } from "#desk/comments";
import { fileDraftRefusals } from "#desk/payment-file-drafts";
import { paymentDocumentRefusals } from "#desk/payment-tracking";
import { savedViewRefusals } from "#desk/saved-views";
import { setUpRefusals } from "#desk/set-up";
import { httpRefusals } from "#kernel/http/http-refusals.ts";
import type { RefusalSpec, RefusalTable } from "#kernel/refusal.ts";
import { categoryRuleRefusals } from "#money/categories/rules";
import { inviteRefusals, recipientRefusals, validationRefusals } from "#money/recipients";
import { screeningRefusals } from "#money/screening";
import { treasuryRefusals } from "#money/treasury/earnings";
import { approvalRefusals, batchRefusals } from "#payments/approvals";
import { invoicingRefusals } from "#payments/invoicing";
import { activityRefusals, cancelRefusals, failureRefusals, paymentRefusals } from "#payments/payments";
import { recurringRefusals } from "#payments/recurring-payments";
import { attachmentRefusals } from "#records/attachments";
import { controlChangeRefusals } from "#records/controls";
import { authenticationRefusalCodes, identityRefusals } from "#records/identity";
import { chatRefusals } from "#records/notifications/chat";
import { peopleRefusals } from "#records/people";
import { scimRefusals, signOnRefusals } from "#records/single-sign-on";
import { reconciliationRefusals } from "#reports/reconciliation";
import { statementRefusals } from "#reports/statements";
import { webhookRefusals } from "#reports/webhooks";
import { sandboxRefusals } from "#sandbox/sandbox";

/** Every refusal of the API, by module: the source of docs/use/errors.md, OpenAPI, and the SDK. */
const tables: readonly { readonly heading: string; readonly table: RefusalTable }[] = [
  { heading: "Any route", table: httpRefusals },
  { heading: "Authentication and access", table: identityRefusals },
  { heading: "People and sessions", table: { ...peopleRefusals, ...setupRefusals, ...setUpRefusals } },
  { heading: "Single sign-on", table: { ...signOnRefusals, ...scimRefusals } },
  { heading: "Changes that need two people", table: controlChangeRefusals },
  {
    heading: "Payments",
    table: {
      ...paymentRefusals,
      ...cancelRefusals,
      ...activityRefusals,
      ...failureRefusals,
      ...undoRefusals,
      ...paymentDocumentRefusals,
    },
  },
  { heading: "Approvals", table: approvalRefusals },
  { heading: "Batches of approval requests", table: batchRefusals },
  { heading: "Comments", table: commentRefusals },
  { heading: "Recurring payments", table: recurringRefusals },
  { heading: "Invoicing", table: invoicingRefusals },
  { heading: "Recipients", table: { ...recipientRefusals, ...inviteRefusals, ...validationRefusals } },
  { heading: "Screening", table: screeningRefusals },
  { heading: "Attachments", table: attachmentRefusals },
  { heading: "Bank files", table: { ...bankFileRefusals, ...checkRefusals } },
  { heading: "Reconciliation", table: reconciliationRefusals },
  { heading: "Accounts", table: accountRefusals },
  { heading: "Treasury", table: treasuryRefusals },
  { heading: "Statements", table: statementRefusals },
  { heading: "Category rules", table: categoryRuleRefusals },
  { heading: "Saved views", table: savedViewRefusals },
  { heading: "Unfinished payment files", table: fileDraftRefusals },
  { heading: "Webhooks", table: webhookRefusals },
  { heading: "Chat channels", table: chatRefusals },
  { heading: "Bank connections", table: bankConnectionRefusals },
  { heading: "Sandbox", table: sandboxRefusals },
];

export interface NamedRefusal extends RefusalSpec {
  readonly code: string;
}

export const allRefusals = (): readonly NamedRefusal[] => {
  const byCode = new Map<string, NamedRefusal>();
  for (const { table } of tables) {
    for (const [code, spec] of Object.entries(table)) {
      const earlier = byCode.get(code);
      // Clients distinguish errors by their code alone.
      if (earlier !== undefined && earlier.status !== spec.status)
        throw new TypeError(`The code ${code} has two statuses`);
      if (earlier === undefined) byCode.set(code, { code, ...spec });
    }
  }
  return [...byCode.values()];
};

export interface RefusingRoute {
  /** As declared in the route's config. */
  readonly scope: string;
  readonly refusals: readonly string[];
  readonly allowlisted: boolean;
  readonly takesBody: boolean;
  /** Something in its path or query can be wrong. */
  readonly takesParameters: boolean;
  /** Its body has the member `idempotencyKey`. */
  readonly takesKey: boolean;
  readonly permission: boolean;
  /** The user must have reauthenticated. */
  readonly stepUp: boolean;
  readonly worksWithoutSecondFactor: boolean;
  /** Has no effects: GET. */
  readonly isSafe: boolean;
}

/** The codes that a route can return: its own, and those that follow from its input and its callers. */
export function refusalsOfRoute({
  scope,
  refusals,
  allowlisted,
  takesBody,
  takesParameters,
  takesKey,
  permission,
  stepUp,
  worksWithoutSecondFactor,
  isSafe,
}: RefusingRoute): readonly string[] {
  const open = scope === "public";
  const forPeople = !open && (scope !== "anyToken" || permission) && !allowlisted;
  return [
    ...new Set([
      ...(takesBody || takesParameters ? ["invalidRequest"] : []),
      ...(takesBody ? ["malformedJson", "bodyTooLarge"] : []),
      // A body of another type is rejected before the route is known to take one.
      ...(isSafe ? [] : ["unsupportedMediaType"]),
      ...(open ? [] : scope === "person" ? ["authenticationRequired", "rateLimited"] : authenticationRefusalCodes),
      ...(forPeople ? ["sessionEnded"] : []),
      ...(forPeople && !isSafe ? ["crossOriginRefused"] : []),
      ...(open || scope === "anyToken" || scope === "person" ? [] : ["tokenNotInScope"]),
      ...(scope === "person" ? ["personNeeded"] : []),
      ...(forPeople && (scope !== "person" || permission) ? ["notPermitted"] : []),
      ...(forPeople && !worksWithoutSecondFactor ? ["secondFactorNeeded"] : []),
      ...(stepUp ? ["stepUpNeeded"] : []),
      ...(open || forPeople ? [] : ["tokenNeeded"]),
      ...(allowlisted ? ["ipNotWhitelisted"] : []),
      ...refusals,
      ...(takesKey ? ["idempotencyKeyReused", "conflictingIdempotencyKeys"] : []),
      ...(open ? [] : ["internalError", "serviceUnavailable"]),
    ]),
  ];
}

/** docs/use/errors.md. */
export function errorsPage(): string {
  const sections = tables.map(({ heading, table }) =>
    [
      `## ${heading}`,
      "",
      "| Code | Status | When | Message |",
      "|---|---|---|---|",
      ...Object.entries(table)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([code, { status, title, message }]) => `| \`${code}\` | ${status} | ${cell(title)} | ${cell(message)} |`),
      "",
    ].join("\n"),
  );
  return [
    "# Errors",
    "",
    "Generated from the modules' refusal tables by `npm run gen`: do not edit.",
    "",
    'Every response with a status of 400 or above is JSON of one shape: `{"errors": {"errorCode", "message", "requestId", …}, "message"}`.',
    "Programs use `errorCode`; the message is for users and may change. `{…}` stands for a detail: a member of `errors`, amounts as JSON numbers of dollars. The part in `[…]` appears only if its detail is present.",
    "A rejected request has changed nothing and does not use up its idempotency key. 503 and 429 include `Retry-After`: send the same request again.",
    "",
    ...sections,
  ].join("\n");
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
