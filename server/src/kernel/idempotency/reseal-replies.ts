import { type Resealed, resealColumn } from "../crypto/reseal.ts";
import type { Service } from "../process/service.ts";
import type { OrganizationId } from "../values/ids.ts";
import { lockSealedReplies, type ReplyName, replaceSealedReply } from "./idempotency.queries.ts";
import { replyContextOf } from "./idempotently.ts";

/** Re-encrypts stored replies under the newest key version, while the service runs. */
export const resealReplies = (
  service: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
): Promise<Resealed> =>
  resealColumn<ReplyName>(service, organizationId, {
    name: "idempotent_replies.body",
    first: "00000000-0000-0000-0000-000000000000/",
    contextOf: (name) => replyContextOf({ keyDigest: name.slice(0, 36), operation: name.slice(37) }),
    lock: (tx, range) => lockSealedReplies(tx, organizationId, range),
    replace: (tx, name, sealed) => replaceSealedReply(tx, organizationId, name, sealed),
  });
