import { present } from "../../kernel/assert.ts";
import { notFound } from "../../kernel/http/http-refusals.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { type Actor, recordAudit } from "../audit/index.ts";
import { refuseBankFile } from "./bank-file-refusals.ts";
import { renderFile } from "./bank-file-schemas.ts";
import { decideFile, forgetRemote, lockFile } from "./bank-files.queries.ts";
import { bankFileStates } from "./file-states.ts";
import type { ShownFile } from "./read-files.ts";
import { releasePayments } from "./sending/writing.queries.ts";

/**
 * What a person decides about a file. `resend` and `markSent`: about a file in doubt. `retry`: another attempt with a
 * file that was set aside. `dismiss`: it will be neither sent nor processed.
 */
export const fileDecisions = ["resend", "markSent", "retry", "dismiss"] as const;
export type FileDecision = (typeof fileDecisions)[number];

const triggersOf = {
  resend: { out: "resend", in: "resend" },
  markSent: { out: "settle", in: "settle" },
  retry: { out: "release", in: "retry" },
  dismiss: { out: "dismiss", in: "dismiss" },
} as const;

/** Carries out a person's decision, with its audit row. Refuses if the file is in no state for it. */
export const decideAboutFile = (
  service: Service,
  {
    organizationId,
    fileId: named,
    decision,
    actor,
  }: {
    readonly organizationId: OrganizationId;
    readonly fileId: string;
    readonly decision: FileDecision;
    readonly actor: Actor;
  },
): Promise<ShownFile> =>
  service.database.transaction(async (tx) => {
    const file = await lockFile(tx, organizationId, named);
    if (file === undefined) throw notFound("bank file");
    const key = { organizationId, fileId: file.file_id };
    const trigger = triggersOf[decision][file.direction];
    const next = bankFileStates.next(file.state, trigger);
    if (next === undefined)
      throw refuseBankFile(bankFileStates.moves[trigger].refusal, { details: { state: file.state } });
    // A received file that has no content was never read whole, so it is read again from the bank's directory.
    const isUnread = decision === "retry" && file.direction === "in" && file.sha256 === null;
    await decideFile(tx, key, { trigger: isUnread ? "dismiss" : trigger, at: service.clock.now() });
    if (isUnread) await forgetRemote(tx, key);
    if (decision === "dismiss" && file.direction === "out") await releasePayments(tx, organizationId, key.fileId);
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [
        {
          action: `bankFile.${decision}`,
          resourceType: "bankFile",
          resourceId: key.fileId,
          before: { state: file.state, reason: file.reason },
          after: { state: isUnread ? "dismissed" : next },
        },
      ],
    });
    const decided = await lockFile(tx, organizationId, named);
    return renderFile(present(decided, "a locked file exists"));
  });
