import { setupRefusals } from "../administration/setup/setup.ts";
import { httpRefusals } from "../kernel/http/http-refusals.ts";
import type { RefusalSpec, RefusalTable } from "../kernel/refusal.ts";
import { approvalRefusals } from "../modules/approvals/index.ts";
import { controlChangeRefusals } from "../modules/control-changes/index.ts";
import { authenticationRefusalCodes, identityRefusals } from "../modules/identity/index.ts";
import { cancelRefusals, paymentRefusals } from "../modules/payments/index.ts";
import { peopleRefusals } from "../modules/people/index.ts";
import { inviteRefusals } from "../modules/recipient-invites/index.ts";
import { recipientRefusals } from "../modules/recipients/index.ts";
import { sandboxRefusals } from "../modules/sandbox/index.ts";
import { webhookRefusals } from "../modules/webhooks/index.ts";

/** Every refusal of the API, by the module that gives it: what docs/errors.md, OpenAPI and the SDK are made from. */
const tables: readonly { readonly heading: string; readonly table: RefusalTable }[] = [
  { heading: "Any route", table: httpRefusals },
  { heading: "Authentication and access", table: identityRefusals },
  { heading: "People and sessions", table: { ...peopleRefusals, ...setupRefusals } },
  { heading: "Changes that take two people", table: controlChangeRefusals },
  { heading: "Payments", table: { ...paymentRefusals, ...cancelRefusals } },
  { heading: "Approvals", table: approvalRefusals },
  { heading: "Recipients", table: { ...recipientRefusals, ...inviteRefusals } },
  { heading: "Webhooks", table: webhookRefusals },
  { heading: "Sandbox", table: sandboxRefusals },
];

export interface NamedRefusal extends RefusalSpec {
  readonly code: string;
}

export const allRefusals = (): readonly NamedRefusal[] => {
  const byCode = new Map<string, NamedRefusal>();
  for (const { table } of tables) {
    for (const [code, spec] of Object.entries(table)) {
      const known = byCode.get(code);
      // Clients tell errors apart by their code alone.
      if (known !== undefined && known.status !== spec.status) throw new TypeError(`The code ${code} has two statuses`);
      if (known === undefined) byCode.set(code, { code, ...spec });
    }
  }
  return [...byCode.values()];
};

export interface RefusingRoute {
  /** As the route's config states it. */
  readonly scope: string;
  readonly refusals: readonly string[];
  readonly allowlisted: boolean;
  readonly takesBody: boolean;
  /** True of all but the routes of operations. */
  readonly refusesParameters: boolean;
  /** Its body has the member `idempotencyKey`. */
  readonly takesKey: boolean;
  readonly permission: boolean;
  /** A person must have proved again who they are. */
  readonly stepUp: boolean;
  readonly worksWithoutSecondFactor: boolean;
  /** Changes nothing: GET. */
  readonly isSafe: boolean;
}

/** The codes a route can answer with: its own, and those that follow from what it takes and who may call it. */
export function refusalsOfRoute({
  scope,
  refusals,
  allowlisted,
  takesBody,
  refusesParameters,
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
      ...(takesBody || refusesParameters ? ["invalidRequest"] : []),
      ...(takesBody ? ["malformedJson", "bodyTooLarge"] : []),
      // A body of another kind is refused before a route is asked whether it takes one.
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
    'Every answer with a status of 400 or above is JSON of one shape: `{"errors": {"errorCode", "message", "requestId", …}, "message"}`.',
    "Programs go by `errorCode`; the message is for people and may change. `{…}` stands for a detail of the case: a member of `errors`, amounts as JSON numbers of dollars. What stands in `[…]` is said only where its detail is there.",
    "A refused request has changed nothing and does not use up its idempotency key. 503 and 429 carry `Retry-After`: send the same request again.",
    "",
    ...sections,
  ].join("\n");
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
