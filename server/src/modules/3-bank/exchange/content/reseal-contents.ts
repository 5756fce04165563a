import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileId } from "../bank-file.ts";
import { lockFileKeys, replaceFileKey } from "./contents.queries.ts";
import { fileKeyContextOf } from "./sealed-facts.ts";

/** Wraps the keys of contents with the newest key version, while the service runs. The contents do not change. */
export const resealBankFiles = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<BankFileId>(service, organizationId, {
    name: "bank_files.content_key",
    contextOf: fileKeyContextOf,
    lock: (tx, range) => lockFileKeys(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceFileKey(tx, organizationId, id, sealed),
  });
