import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, UserId } from "#kernel/values/ids.ts";
import { dollarsFromMinor, formatUsd } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import type { Actor } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import { lockOrganization } from "#records/identity";
import { findUsersWithPermission } from "#records/people";
import { importContents } from "../tables.ts";
import { refuseTreasury } from "../treasury-refusals.ts";
import type { ImportId } from "./activity-import.ts";
import { type ActivityFile, type ImportResult, importActivity, previewImport, refuseRows } from "./import-activity.ts";
import { decideImport, insertImport, lockImportFile } from "./imports.queries.ts";

/** As stored: JSON has no bigint. The file itself is sealed in its own table. */
interface ProposedImport {
  readonly accountId: AccountId;
  readonly fileName: string;
  readonly rows: number;
  readonly changeMinor: string;
}

type ImportChange = ControlChange<ProposedImport>;
// The subject of this kind is an import's id.
const importIdOf = ({ subject }: ControlChange): ImportId => subject as ImportId;

/**
 * A custodian's activity file from a user: an invented dividend would be money that can be paid out, so a second person
 * compares it with the custodian's records (decision S12).
 */
export const importKind = (service: Service): ChangeKind<ProposedImport, ImportResult> => ({
  name: "treasuryImport",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageOrganization"),
  // The file never changes; whether it still fits is checked when it is applied.
  baseOf: (_db, change) => Promise.resolve(change.subject),
  apply: (tx, change, { actor }) => applyImport(service, tx, { change, actor }),
  discard: async (tx, change) => {
    await lockImportFile(tx, change.organizationId, importIdOf(change));
    const decision = { importId: importIdOf(change), trigger: "discard", at: service.clock.now() } as const;
    assert((await decideImport(tx, change.organizationId, decision)) === 1, "an import is decided once");
  },
  describe: async (db, { organizationId, proposal }) => {
    const { accountId, fileName, rows, changeMinor } = proposal;
    const [account] = await findAccounts(db, organizationId, [accountId]);
    const change = BigInt(changeMinor);
    const effect =
      change === 0n
        ? "leaves the balance as it is"
        : `${change > 0n ? "adds" : "takes"} $${formatUsd(change < 0n ? -change : change)}`;
    return `Import ${rows} ${rows === 1 ? "row" : "rows"} of custodian activity into ${account?.nickname ?? account?.name ?? "a treasury account"} from "${fileName}", which ${effect}`;
  },
});

async function applyImport(
  service: Service,
  tx: Tx,
  { change, actor }: { readonly change: ImportChange; readonly actor: Actor },
): Promise<ImportResult> {
  const { organizationId } = change;
  const importId = importIdOf(change);
  const { account_id: accountId, file_name: fileName, content } = await lockImportFile(tx, organizationId, importId);
  const decision = { importId, trigger: "apply", at: service.clock.now() } as const;
  assert((await decideImport(tx, organizationId, decision)) === 1, "an import is applied once");
  const text = await service.vault.open(tx, organizationId, importContents.contextOf(importId), content);
  const result = await importActivity(service, tx, { organizationId, accountId, fileName, content: text, actor });
  requireProposed(result, change.proposal);
  return result;
}

/**
 * A row that confirmed a transfer when the file was proposed would be new money if another file has confirmed that
 * transfer since: what a second person confirmed is what happens.
 */
function requireProposed(result: ImportResult, { changeMinor }: ProposedImport): void {
  const change = changeOf(result);
  if (change === BigInt(changeMinor)) return;
  const details = { change: dollarsFromMinor(change), proposed: dollarsFromMinor(BigInt(changeMinor)) };
  throw refuseTreasury("importChanged", { details });
}

const changeOf = ({ balanceBeforeMinor, balanceAfterMinor }: ImportResult): bigint =>
  balanceAfterMinor - balanceBeforeMinor;

/** The result, or the change that waits for a second person. */
export type ImportOutcome = { readonly result: ImportResult } | { readonly waiting: ControlChange };

/** A file from a user. Refuses a file with problems, naming its lines. */
export async function proposeImport(
  service: Service,
  { file, userId, actor }: { readonly file: ActivityFile; readonly userId: UserId; readonly actor: Actor },
): Promise<ImportOutcome> {
  const preview = await previewImport(service, file);
  if (preview.problems.length > 0) throw refuseRows(preview.problems);
  return service.database.transaction((tx) => storeAndPropose(service, tx, { file, userId, actor, preview }));
}

async function storeAndPropose(
  service: Service,
  tx: Tx,
  { file, userId, actor, preview }: { file: ActivityFile; userId: UserId; actor: Actor; preview: ImportResult },
): Promise<ImportOutcome> {
  const { organizationId, accountId, fileName, content } = file;
  await lockOrganization(tx, organizationId);
  const importId = service.newId<ImportId>();
  const rows = preview.outcomes.length;
  const stored = { importId, organizationId, accountId, fileName, rows, status: "proposed" } as const;
  const sealed = await service.vault.seal(tx, organizationId, importContents.contextOf(importId), content);
  await insertImport(tx, { ...stored, createdAt: service.clock.now() }, sealed);
  const changeMinor = changeOf(preview).toString();
  const { change, result } = await proposeChange(service, tx, importKind(service), {
    organizationId,
    proposer: userId,
    actor,
    subject: importId,
    proposal: { accountId, fileName, rows, changeMinor },
  });
  return result === undefined ? { waiting: change } : { result };
}
