import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { EndpointId, OrganizationId } from "#kernel/values/ids.ts";
import { openNotifier, settleNotifications } from "#records/notifications";
import { type EndpointHealth, heldBackAfter } from "./endpoint-health.ts";

interface Endpoint {
  readonly endpoint_id: EndpointId;
  readonly url: string;
}

/** Notifies when an endpoint begins to fail, not at each failure; done as soon as it accepts a delivery. */
export async function followHealth(
  service: Pick<Service, "clock" | "newId" | "vault" | "config">,
  tx: Tx,
  {
    organizationId,
    endpoint,
    before,
    health,
  }: {
    readonly organizationId: OrganizationId;
    readonly endpoint: Endpoint;
    readonly before: EndpointHealth;
    readonly health: EndpointHealth;
  },
): Promise<void> {
  const isHeldBack = ({ consecutiveFailures }: EndpointHealth) => consecutiveFailures >= heldBackAfter;
  if (isHeldBack(health) === isHeldBack(before)) return;
  if (isHeldBack(health)) await notifyOfTrouble(service, tx, { organizationId, endpoint, outcome: "failing" });
  else await settleTrouble(service, tx, organizationId, endpoint.endpoint_id);
}

/** Notifies the users who may see webhooks and manage tokens or the organization. */
export async function notifyOfTrouble(
  service: Pick<Service, "clock" | "newId" | "vault" | "config">,
  tx: Tx,
  {
    organizationId,
    endpoint: { endpoint_id: id, url },
    outcome,
  }: {
    readonly organizationId: OrganizationId;
    readonly endpoint: Endpoint;
    readonly outcome: "failing" | "disabled";
  },
): Promise<void> {
  const notifier = await openNotifier(service, tx, organizationId);
  const managers = notifier.users.filter(
    ({ rights: { permissions } }) => permissions.has("manageTokens") || permissions.has("manageOrganization"),
  );
  await notifier.notify({
    kind: "webhookFailing",
    subject: { type: "webhook", id },
    // Each time that it begins to fail.
    sourceId: service.newId(),
    recipients: managers.map(({ userId }) => userId),
    actorId: null,
    // The path may contain a secret.
    facts: { name: URL.parse(url)?.host ?? url, outcome },
  });
}

/** It works again, or a caller has paused or deleted it. */
export const settleTrouble = (
  service: Pick<Service, "clock">,
  tx: Tx,
  organizationId: OrganizationId,
  id: EndpointId,
): Promise<void> =>
  settleNotifications(service, tx, { organizationId, subject: { type: "webhook", id }, kinds: ["webhookFailing"] });
