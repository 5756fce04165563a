import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { endpointSecrets } from "../tables.ts";
import type { EndpointRow } from "./endpoints.queries.ts";

/** The sealed secrets of an endpoint. */
type Secrets = Pick<EndpointRow, "endpoint_id" | "secret" | "previous_secret" | "previous_secret_until">;

/** The signing secrets, newest first: two for 24 hours after a rotation (decision R9), otherwise one. */
export async function signingSecretsOf(
  { vault }: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, endpoint, now }: { organizationId: OrganizationId; endpoint: Secrets; now: Date },
): Promise<readonly string[]> {
  const { secret, previous_secret: previous, previous_secret_until: until } = endpoint;
  const sealed = [
    present(secret, "an endpoint that is not deleted has a secret"),
    ...(previous !== null && until !== null && until > now ? [previous] : []),
  ];
  const secrets: string[] = [];
  // In turn: a transaction runs one statement at a time.
  for (const secret of sealed)
    secrets.push(await vault.open(db, organizationId, endpointSecrets.contextOf(endpoint.endpoint_id), secret));
  return secrets;
}
