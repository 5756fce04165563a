import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId, RoutingId, TransactionId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { ValidationId, ValidationRow } from "./account-validation.ts";
import { type ValidationTrigger, validationStates } from "./validation-states.ts";
import {
  insertPrenoteValidations,
  latestValidations,
  lockPrenoteValidations,
  lockValidationsOf,
  moveValidations,
} from "./validations.queries.ts";

type Recording = Pick<Service, "clock" | "newId" | "vault">;

export interface ValidationMove {
  readonly organizationId: OrganizationId;
  /** Locked. */
  readonly validations: readonly ValidationRow[];
  readonly trigger: ValidationTrigger;
  readonly code?: string | undefined;
  readonly actor: Actor;
}

/** Moves the locked attempts whose state allows it, each with its audit row. */
export async function moveLockedValidations(
  service: Recording,
  tx: Tx,
  { organizationId, validations, trigger, code, actor }: ValidationMove,
): Promise<void> {
  const moving = validations.filter(({ state }) => validationStates.next(state, trigger) !== undefined);
  if (moving.length === 0) return;
  const { to } = validationStates.moves[trigger];
  const moved = await moveValidations(tx, organizationId, {
    validationIds: moving.map((validation) => validation.validation_id),
    trigger,
    code: code ?? null,
    at: service.clock.now(),
  });
  assert(moved === moving.length, "locked attempts move by the table of their states");
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: moving.map(({ validation_id: validationId, recipient_id: resourceId, method, state }) => ({
      action: `accountValidation.${trigger}`,
      resourceType: "recipient",
      resourceId,
      before: { state },
      after: { validationId, method, state: to, ...(code === undefined ? {} : { code }) },
    })),
  });
}

const theBank: Actor = { type: "bank" };

/** Prenotes go out in a file. Details that were validated before stay validated. */
export async function beginPrenoteValidations(
  service: Recording,
  tx: Tx,
  organizationId: OrganizationId,
  prenotes: readonly { readonly routingId: RoutingId; readonly recipientId: RecipientId }[],
): Promise<void> {
  const routingIds = prenotes.map(({ routingId }) => routingId);
  const latest = await latestValidations(tx, organizationId, routingIds);
  const done = new Set(latest.filter(({ state }) => state !== "failed").map((row) => row.routing_id));
  const attempts = prenotes
    .filter(({ routingId }) => !done.has(routingId))
    .map(({ routingId, recipientId }) => ({
      validation_id: service.newId<ValidationId>(),
      recipient_id: recipientId,
      routing_id: routingId,
    }));
  if (attempts.length === 0) return;
  const inserted = await insertPrenoteValidations(tx, organizationId, { attempts, at: service.clock.now() });
  assert(inserted <= attempts.length, "details are validated once at a time");
}

/** Ends the attempts of prenotes to these details, as their bank or its silence decides. */
export async function endPrenoteValidations(
  service: Recording,
  tx: Tx,
  organizationId: OrganizationId,
  {
    routingIds,
    trigger,
    code,
  }: {
    readonly routingIds: readonly RoutingId[];
    readonly trigger: "validate" | "fail" | "withdraw";
    readonly code?: string | undefined;
  },
): Promise<void> {
  if (routingIds.length === 0) return;
  const actor: Actor = trigger === "fail" ? theBank : { type: "service" };
  const validations = await lockPrenoteValidations(tx, organizationId, { routingIds, trigger });
  await moveLockedValidations(service, tx, { organizationId, validations, trigger, code, actor });
}

/** Deposits that did not arrive, or came back: what they were to validate has failed. */
export async function failDeposits(
  service: Recording,
  tx: Tx,
  organizationId: OrganizationId,
  codes: ReadonlyMap<TransactionId, string>,
): Promise<void> {
  if (codes.size === 0) return;
  for (const validation of await lockValidationsOf(tx, organizationId, [...codes.keys()])) {
    const { first_transaction_id: first, second_transaction_id: second } = validation;
    const code = [first, second]
      .map((id) => (id === null ? undefined : codes.get(id)))
      .find((found) => found !== undefined);
    const move = { organizationId, validations: [validation], trigger: "fail", code, actor: theBank } as const;
    await moveLockedValidations(service, tx, move);
  }
}
