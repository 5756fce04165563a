import {
  type BatchHeaderInput,
  createNachaWriter,
  type EntryInput,
  offsetEntry,
  reversalHeader,
  traceNumberOf,
} from "bursar-bank-formats/nacha";
import { isBankingDay } from "bursar-banking/calendar/business-day";
import { assert, present } from "#kernel/assert.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { AchConnection } from "./ach-connection.ts";
import { type AchClass, type BatchTexts, ENTRY_MAX_MINOR, textsKey } from "./ach-entry.ts";
import type { AchFileRow } from "./ach-files.queries.ts";
import { OFFSETS_MAX } from "./plan-file.ts";

export interface FileToBuild {
  readonly organizationId: OrganizationId;
  readonly file: AchFileRow;
  readonly connection: AchConnection;
}

interface Batch {
  readonly accountId: AccountId;
  readonly entryClass: AchClass;
  readonly effectiveOn: string;
  readonly texts: BatchTexts;
}

/** The values of the file header. */
export const fileHeaderOf = ({ file, connection: { settings } }: FileToBuild) => ({
  immediateDestination: file.immediate_destination,
  immediateDestinationName: settings.immediateDestinationName,
  immediateOrigin: file.immediate_origin.trim(),
  immediateOriginName: settings.immediateOriginName,
  fileCreationDate: file.creation_date,
  fileCreationTime: file.creation_time,
  fileIdModifier: file.modifier,
});

/** Writes entries batch by batch: a new batch for each account, class, effective entry date, and what its header says. */
export function createFileBatches(build: FileToBuild) {
  const { file, connection } = build;
  const { settings } = connection;
  const writer = createNachaWriter(fileHeaderOf(build), {
    lineEnding: settings.lineEnding,
    acceptsMixedBatches: settings.acceptsMixedBatches,
    sameDayLimitMinor: file.same_day_max_minor,
    isBankingDay: (date) => isBankingDay(Temporal.PlainDate.from(date)),
    balance: settings.offsetOf === undefined ? "forbidden" : "required",
  });
  const isMixed = settings.offsetOf !== undefined && settings.acceptsMixedBatches;
  const offsets = createOffsets(build);
  const codes = serviceClassCodes[file.reverses === true ? "debits" : "credits"];
  let open: (Batch & { totalMinor: bigint }) | undefined;
  /** For batches of their own at the end of the file. */
  const later: { readonly batch: Batch; readonly entries: readonly EntryInput[] }[] = [];

  const close = (): string => {
    if (open === undefined) return "";
    const balancing = offsets.of(open);
    const inside = isMixed ? balancing.map((entry) => writer.entry(entry)).join("") : "";
    if (!isMixed && balancing.length > 0) later.push({ batch: open, entries: balancing });
    open = undefined;
    return inside + writer.endBatch();
  };
  return {
    begin: () => writer.fileHeader(),
    entry(batch: Batch, entry: EntryInput): string {
      let text = "";
      const isSame =
        open?.accountId === batch.accountId &&
        open.entryClass === batch.entryClass &&
        open.effectiveOn === batch.effectiveOn &&
        textsKey(open.texts) === textsKey(batch.texts);
      if (!isSame) {
        text = close() + writer.beginBatch(batchHeader(build, batch, isMixed ? "200" : codes.entries));
        open = { ...batch, totalMinor: 0n };
      }
      if (open !== undefined) open.totalMinor += entry.amountMinor;
      return text + writer.entry(entry);
    },
    end(): string {
      let text = close();
      for (const { batch, entries } of later) {
        text += writer.beginBatch(batchHeader(build, { ...batch, entryClass: "CCD", texts: {} }, codes.offsets));
        for (const entry of entries) text += writer.entry(entry);
        text += writer.endBatch();
      }
      return text + writer.end();
    },
  };
}

/** 220: credits only. 225: debits only. */
const serviceClassCodes = {
  credits: { entries: "220", offsets: "225" },
  debits: { entries: "225", offsets: "220" },
} as const;

const batchHeader = (
  { file, connection: { settings } }: FileToBuild,
  batch: Batch,
  serviceClassCode: "200" | "220" | "225",
): BatchHeaderInput => ({
  serviceClassCode,
  companyName: settings.companyName,
  companyDiscretionaryData: batch.texts.companyDiscretionaryData ?? settings.companyDiscretionaryData,
  companyIdentification: settings.companyIdentification,
  standardEntryClassCode: batch.entryClass,
  companyEntryDescription:
    file.reverses === true && serviceClassCode !== serviceClassCodes.debits.offsets
      ? reversalHeader.companyEntryDescription
      : (batch.texts.companyEntryDescription ?? settings.companyEntryDescription),
  effectiveEntryDate: batch.effectiveOn,
  originatorStatusCode: "1",
  odfiIdentification: file.odfi_identification,
});

/** The entries that balance batches, with the trace numbers that follow those of the payments. */
function createOffsets({ file, connection: { settings } }: FileToBuild) {
  let used = 0;
  return {
    /** An entry carries a limited amount, so a large sum is balanced by several. */
    of({ accountId, effectiveOn, totalMinor }: Batch & { totalMinor: bigint }): readonly EntryInput[] {
      if (settings.offsetOf === undefined) return [];
      const offset = present(settings.offsetOf(accountId), "a balanced file has an account to balance against");
      const entryMaxMinor = effectiveOn === file.creation_date ? file.same_day_max_minor : ENTRY_MAX_MINOR;
      const entries: EntryInput[] = [];
      for (let rest = totalMinor; rest > 0n; rest -= entryMaxMinor) {
        const amountMinor = rest < entryMaxMinor ? rest : entryMaxMinor;
        const direction = file.reverses === true ? "debit" : "credit";
        const entry = offsetEntry({ ...offset, name: settings.companyName }, { direction, amountMinor });
        const sequenceNumber = file.first_sequence + file.entries + used;
        used += 1;
        assert(used <= OFFSETS_MAX, "a file has fewer offset entries than trace numbers for them");
        const traceNumber = traceNumberOf({ odfiIdentification: file.odfi_identification, sequenceNumber });
        entries.push({ ...present(entry, "a sum above zero has an offset entry"), traceNumber });
      }
      return entries;
    },
  };
}
