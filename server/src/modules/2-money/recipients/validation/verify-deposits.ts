import { newYorkDay } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import type { Actor } from "#records/audit";
import { findOrganization } from "#records/identity";
import { type Origin, organizationOfSecret, type PeopleService, throttled } from "#records/people";
import {
  ATTEMPTS_MAX,
  hashOfVerification,
  type ValidationRow,
  validationStandingOf,
  WRONG_AMOUNTS,
} from "./account-validation.ts";
import { moveLockedValidations } from "./record-validations.ts";
import { refuseValidation } from "./validation-refusals.ts";
import { validationStates } from "./validation-states.ts";
import { countAttempt, findVerification, lockVerification } from "./validations.queries.ts";

const unusable = () => refuseValidation(validationStates.moves.validate.refusal);

/** Whether the payee may still enter the amounts. */
const isOpen = (row: ValidationRow | undefined, now: Date): row is ValidationRow =>
  row !== undefined && validationStandingOf(row, now).state === "pending";

/** What the payee's page shows. Refuses with `verificationUnusable`, and with `tooManySignIns` for guessed links. */
export async function readVerification(
  service: PeopleService,
  { secret, origin }: { readonly secret: string; readonly origin: Origin },
) {
  const organizationId = organizationOfSecret(secret);
  const { database } = service;
  const read = await throttled(service, { account: undefined, address: origin.address }, async () => {
    if (organizationId === undefined) return undefined;
    const row = await findVerification(database, organizationId, hashOfVerification(service, secret));
    if (!isOpen(row, service.clock.now())) return undefined;
    return {
      organizationName: (await findOrganization(database, organizationId))?.legalBusinessName ?? "",
      sentOn: newYorkDay(row.started_at),
      attemptsLeft: ATTEMPTS_MAX - row.attempts,
      expiresAt: row.expires_at?.toISOString() ?? "",
    };
  });
  if (read === undefined) throw unusable();
  return read;
}

interface Answer {
  readonly secret: string;
  /** Dollars. */
  readonly amounts: readonly number[];
  readonly origin: Origin;
}

/**
 * The payee enters the amounts, in any order: the details are validated, or an attempt is used up, and the third one ends
 * it. Refuses with `invalidRequest`, `amountsWrong`, `verificationUnusable`, or `tooManySignIns`.
 */
export async function verifyDeposits(service: PeopleService, answer: Answer): Promise<void> {
  const { secret, origin } = answer;
  const amounts = centsOf(answer.amounts);
  const organizationId = organizationOfSecret(secret);
  const left = await throttled(service, { account: undefined, address: origin.address }, async () =>
    organizationId === undefined
      ? undefined
      : service.database.transaction((tx) => compare(service, tx, { organizationId, secret, origin, amounts })),
  );
  if (left === undefined) throw unusable();
  // A wrong answer counts, so it is refused only after its commit.
  if (left !== "validated") throw refuseValidation("amountsWrong", { details: { attemptsLeft: left } });
}

async function compare(
  service: PeopleService,
  tx: Tx,
  {
    organizationId,
    secret,
    origin,
    amounts,
  }: {
    readonly organizationId: OrganizationId;
    readonly secret: string;
    readonly origin: Origin;
    readonly amounts: readonly bigint[];
  },
): Promise<"validated" | number | undefined> {
  const row = await lockVerification(tx, organizationId, hashOfVerification(service, secret));
  if (!isOpen(row, service.clock.now())) return undefined;
  const actor: Actor = {
    type: "payee",
    id: row.validation_id,
    address: origin.address,
    httpRequestId: origin.httpRequestId,
  };
  const sent = [row.first_minor, row.second_minor];
  const isRight = sameAmounts(sent, amounts);
  const move = { organizationId, validations: [row], actor };
  if (isRight) {
    await moveLockedValidations(service, tx, { ...move, trigger: "validate" });
    return "validated";
  }
  const counted = await countAttempt(tx, organizationId, row.validation_id);
  assert(counted === 1, "a wrong answer to an open attempt counts");
  const left = ATTEMPTS_MAX - row.attempts - 1;
  if (left === 0) await moveLockedValidations(service, tx, { ...move, trigger: "giveUp", code: WRONG_AMOUNTS });
  return left;
}

const inOrder = (amounts: readonly (bigint | null)[]): string =>
  amounts.toSorted((a, b) => Number((a ?? 0n) - (b ?? 0n))).join(" ");
const sameAmounts = (sent: readonly (bigint | null)[], entered: readonly bigint[]): boolean =>
  sent.every((amount) => amount !== null) && inOrder(sent) === inOrder(entered);

function centsOf(amounts: readonly number[]): readonly bigint[] {
  const problems: FieldProblem[] = [];
  const cents = amounts.map((amount, index) => {
    const minor = minorFromDollars(amount);
    if (minor === undefined || minor >= 100n)
      problems.push({ path: `amounts.${index}`, message: "must be an amount below $1.00, such as 0.32" });
    return minor ?? 0n;
  });
  if (problems.length > 0) throw invalidRequest(problems);
  return cents;
}
