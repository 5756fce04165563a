import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";
import type { EndpointId } from "#kernel/values/ids.ts";

/** Where events go, which ones, and with which signature. Its health decides only when. */
export const endpoints = provenTable("webhook_endpoints", {
  key: ["endpoint_id"],
  columns: [
    "url",
    "status",
    "event_types",
    "filter_paths",
    "secret",
    "previous_secret",
    "previous_secret_until",
    "created_at",
    "updated_at",
  ],
});

const secretOfEndpoint = {
  key: ["endpoint_id"],
  contextOf: (endpointId: EndpointId) => `webhook/${endpointId}`,
};
export const endpointSecrets = sealedColumn("webhook_endpoints.secret", secretOfEndpoint);
// A rotation moves the value there as it is.
sealedColumn("webhook_endpoints.previous_secret", secretOfEndpoint);

/**
 * Only this module writes these tables (ADR 0029). Deliveries are not proven: an event goes only to a proven endpoint, and
 * may arrive more than once anyway (wire contract §6.2).
 */
export const ownedTables: OwnedTables = {
  tables: ["webhook_endpoints", "webhook_deliveries", "webhook_attempts"],
};
