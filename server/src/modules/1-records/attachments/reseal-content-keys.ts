import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { keyContextOf } from "./attachment.ts";
import { lockContentKeys, replaceContentKey } from "./attachments.queries.ts";

/** Wraps the keys of contents with the newest key version, while the service runs. The contents do not change. */
export const resealContentKeys = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<string>(service, organizationId, {
    name: "attachments.content_key",
    first: "-",
    contextOf: keyContextOf,
    lock: (tx, range) => lockContentKeys(tx, organizationId, range),
    replace: (tx, name, sealed) => replaceContentKey(tx, organizationId, name, sealed),
  });
