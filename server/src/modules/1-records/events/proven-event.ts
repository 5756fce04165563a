import type { Vault } from "#kernel/crypto/vault.ts";
import { type EventId, type OrganizationId, startOf, withBits } from "#kernel/values/ids.ts";
import type { ResourceType } from "./resource-type.ts";

/** An event as it is stored. */
export interface EventContent {
  readonly eventId: EventId;
  readonly resourceType: ResourceType;
  readonly resourceId: string;
  readonly version: bigint;
  readonly operation: "create" | "update" | "delete";
  readonly occurredAt: Date;
  readonly changedPaths: readonly string[] | null;
  /** JSON text, like previousValues. */
  readonly mergePatch: string | null;
  readonly previousValues: string | null;
}

type Macs = Pick<Vault, "mac">;

const CODE_BYTES = 8;

/**
 * An event's ID vouches for it (docs/adr/0092-an-events-id-is-its-proof.md): in place of random bits, it has 62 bits of an
 * HMAC over the event, under a key that the database does not have. Events never change, so there is no older version to
 * tell from the current one.
 */
export function provenEventId(vault: Macs, organizationId: OrganizationId, event: EventContent): EventId {
  const { resourceType, resourceId, version, operation, occurredAt, changedPaths, mergePatch, previousValues } = event;
  const content = `${startOf(event.eventId)}\n${resourceType}\n${resourceId}\n${version}\n${operation}\n${occurredAt.getTime()}`;
  // Texts from outside are JSON strings here, so that none of them can contain another one's place.
  const change = JSON.stringify([changedPaths, mergePatch, previousValues]);
  const code = vault
    .mac("rows", `bursar event 1\n${organizationId}\n${content}\n${change}`)
    .toString("hex", 0, CODE_BYTES);
  return withBits(event.eventId, code);
}

export const isProvenEvent = (vault: Macs, organizationId: OrganizationId, event: EventContent): boolean =>
  provenEventId(vault, organizationId, event) === event.eventId;
