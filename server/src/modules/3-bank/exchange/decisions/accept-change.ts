import type { Service } from "#kernel/process/service.ts";
import type { ChangeKind } from "#records/controls";
import { findUsersWithPermission } from "#records/people";
import { findDoubt } from "../bank-files.queries.ts";
import type { ShownFile } from "../read-files.ts";
import { carryOutDecision } from "./decide-file.ts";

/** As stored. The subject is the file's ID. */
interface ProposedAcceptance {
  readonly name: string;
  /** Why it was set aside. */
  readonly problem: string;
  /** Why it is applied anyway. */
  readonly reason: string;
}

/** A file whose counts or totals are wrong may move money, so a second person agrees to apply it (ADR 0107). */
export const acceptanceKind = (service: Service): ChangeKind<ProposedAcceptance, ShownFile> => ({
  name: "bankFileAcceptance",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageOrganization"),
  baseOf: async (db, { organizationId, subject }) => (await findDoubt(db, organizationId, subject))?.state ?? "absent",
  apply: (tx, { organizationId, subject: fileId, proposal: { reason } }, { actor }) =>
    carryOutDecision(service, tx, { organizationId, fileId, decision: "accept", reason, actor }),
  describe: (_db, { proposal: { name, problem, reason } }) =>
    Promise.resolve(`Apply the bank file "${name}" although: ${problem} The reason given: ${reason}`),
});
