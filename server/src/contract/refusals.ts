import { setupRefusals } from "../administration/setup/setup.ts";
import { httpRefusals } from "../kernel/http/http-refusals.ts";
import type { RefusalSpec, RefusalTable } from "../kernel/refusal.ts";
import { approvalRefusals, batchRefusals } from "../modules/approvals/index.ts";
import { attachmentRefusals } from "../modules/attachments/index.ts";
import { bankConnectionRefusals } from "../modules/bank-connections/index.ts";
import { bankFileRefusals } from "../modules/bank-files/index.ts";
import { categoryRuleRefusals } from "../modules/category-rules/index.ts";
import { commentRefusals } from "../modules/comments/index.ts";
import { controlChangeRefusals } from "../modules/control-changes/index.ts";
import { checkRefusals } from "../modules/file-rails/index.ts";
import { authenticationRefusalCodes, identityRefusals } from "../modules/identity/index.ts";
import { invoicingRefusals } from "../modules/invoicing/index.ts";
import { paymentDocumentRefusals } from "../modules/payment-documents/index.ts";
import { activityRefusals, cancelRefusals, failureRefusals, paymentRefusals } from "../modules/payments/index.ts";
import { peopleRefusals } from "../modules/people/index.ts";
import { inviteRefusals } from "../modules/recipient-invites/index.ts";
import { recipientRefusals } from "../modules/recipients/index.ts";
import { reconciliationRefusals } from "../modules/reconciliation/index.ts";
import { recurringRefusals } from "../modules/recurring-payments/index.ts";
import { sandboxRefusals } from "../modules/sandbox/index.ts";
import { savedViewRefusals } from "../modules/saved-views/index.ts";
import { statementRefusals } from "../modules/statements/index.ts";
import { treasuryRefusals } from "../modules/treasury/index.ts";
import { webhookRefusals } from "../modules/webhooks/index.ts";

/** Every refusal of the API, by module: the source of docs/errors.md, OpenAPI, and the SDK. */
const tables: readonly { readonly heading: string; readonly table: RefusalTable }[] = [
  { heading: "Any route", table: httpRefusals },
  { heading: "Authentication and access", table: identityRefusals },
  { heading: "People and sessions", table: { ...peopleRefusals, ...setupRefusals } },
  { heading: "Changes that need two people", table: controlChangeRefusals },
  {
    heading: "Payments",
    table: {
      ...paymentRefusals,
      ...cancelRefusals,
      ...activityRefusals,
      ...failureRefusals,
      ...paymentDocumentRefusals,
    },
  },
  { heading: "Approvals", table: approvalRefusals },
  { heading: "Batches of approval requests", table: batchRefusals },
  { heading: "Comments", table: commentRefusals },
  { heading: "Recurring payments", table: recurringRefusals },
  { heading: "Invoicing", table: invoicingRefusals },
  { heading: "Recipients", table: { ...recipientRefusals, ...inviteRefusals } },
  { heading: "Attachments", table: attachmentRefusals },
  { heading: "Bank files", table: { ...bankFileRefusals, ...checkRefusals } },
  { heading: "Reconciliation", table: reconciliationRefusals },
  { heading: "Treasury", table: treasuryRefusals },
  { heading: "Statements", table: statementRefusals },
  { heading: "Category rules", table: categoryRuleRefusals },
  { heading: "Saved views", table: savedViewRefusals },
  { heading: "Webhooks", table: webhookRefusals },
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

/** docs/errors.md. */
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
