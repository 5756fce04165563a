import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { ChangeKind, ControlChange } from "#records/controls";
import { findUsersWithPermission } from "#records/people";
import { findDoubt } from "../bank-files.queries.ts";
import type { ShownFile } from "../read-files.ts";
import { carryOutDecision } from "./decide-file.ts";

/** As stored. The subject is the file's ID. */
interface ProposedResend {
  readonly name: string;
  readonly payments: number;
}

/**
 * Sending a file in doubt again pays everyone in it twice if the bank has it after all, so a second person confirms that
 * the bank said that it does not (ADR 0058).
 */
export const resendKind = (service: Service): ChangeKind<ProposedResend, ShownFile> => ({
  name: "bankFileResend",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageOrganization"),
  baseOf: doubtOf,
  apply: (tx, { organizationId, subject: fileId }, { actor }) =>
    carryOutDecision(service, tx, { organizationId, fileId, decision: "resend", actor }),
  describe: (_db, { proposal: { name, payments } }) =>
    Promise.resolve(
      `Send the bank file "${name}" with ${payments} ${payments === 1 ? "payment" : "payments"} again, because the bank does not have it`,
    ),
});

/** Another doubt about the same file is another decision. */
async function doubtOf(db: Queryable, { organizationId, subject }: ControlChange): Promise<string> {
  const file = await findDoubt(db, organizationId, subject);
  return `${file?.state ?? "absent"} ${file?.handed_over_at?.toISOString() ?? ""}`;
}
