import { reasonText } from "bursar-banking/codes/describe-reason";
import { type Static, Type } from "typebox";
import { Day, Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, RoutingId } from "#kernel/values/ids.ts";
import { type ValidationRow, validationMethods, validationStandingOf } from "./account-validation.ts";
import { latestValidations } from "./validations.queries.ts";

const shownStates = ["pending", "validated", "failed"] as const;

export const ValidationSchema = object(
  {
    state: OneOf(
      shownStates,
      "`pending`: being validated. `validated`: the bank details lead to an account of the recipient. `failed`: see `reason`.",
    ),
    method: OneOf(
      validationMethods,
      "`prenote`: a zero-dollar entry to which no bank objected. `microDeposits`: two small deposits whose amounts the recipient enters.",
    ),
    startedAt: Timestamp("When it began."),
    endedAt: Nullable(Timestamp("When it ended.")),
    reason: Nullable(Type.String({ description: "Why it failed: a code and its meaning." })),
  },
  {
    title: "AccountValidation",
    description:
      "Whether the current details for ACH lead to an account of the recipient; null if nobody has tried to find out.",
  },
);
export type Validation = Static<typeof ValidationSchema>;

export function renderValidation(row: ValidationRow, now: Date): Validation {
  const { state, code } = validationStandingOf(row, now);
  const endedAt = row.ended_at ?? (state === "failed" ? row.expires_at : null);
  return {
    // Attempts that say nothing are not read.
    state: state === "withdrawn" ? "pending" : state,
    method: row.method,
    startedAt: row.started_at.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    reason: code === null ? null : reasonText(code),
  };
}

/** What is known about these details; undefined: nobody has tried to find out. */
export async function validationOf(
  { clock }: Pick<Service, "clock">,
  db: Queryable,
  { organizationId, routingId }: { readonly organizationId: OrganizationId; readonly routingId: RoutingId },
): Promise<Validation | undefined> {
  const [row] = await latestValidations(db, organizationId, [routingId]);
  return row && renderValidation(row, clock.now());
}

/** The content of the payee's page. Amounts and account numbers are not in it. */
export const VerificationSchema = object(
  {
    organizationName: Type.String({ description: "The legal name of the organization that sent the deposits." }),
    sentOn: Day("When they were sent."),
    attemptsLeft: Type.Integer({ description: "How often amounts may be entered." }),
    expiresAt: Timestamp("When the link expires."),
  },
  { title: "PayeeVerification" },
);

/** What a user needs to start. */
export const ValidationOptionsSchema = object(
  {
    accountIds: Type.Array(Uuid("An account."), {
      description: "Accounts whose ACH connection offers micro-deposits.",
    }),
    email: Nullable(Type.String({ description: "Where the link goes unless another address is given." })),
    isOwnChange: Type.Boolean({
      description: "The caller last changed the details, so another user has to start it.",
    }),
  },
  { title: "AccountValidationOptions" },
);
