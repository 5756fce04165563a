import assert from "node:assert/strict";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import * as tamper from "./audit-tampering.queries.ts";

/** An organization's audit log before any tampering. */
export interface AuditedLog {
  readonly organizationId: OrganizationId;
  readonly newId: () => string;
  readonly seals: readonly {
    readonly seal_number: bigint;
    readonly audit_ids: readonly string[];
    readonly mac: Buffer;
  }[];
  readonly unsealed: readonly string[];
  /** Every head that the chain had, by seal number: an attacker may have kept them. */
  readonly oldHeads: ReadonlyMap<bigint, tamper.Head>;
  /** The organization's stream when each head was written. */
  readonly oldStreams: ReadonlyMap<bigint, tamper.StreamState>;
}

export type Random = () => number;
/** A name, and a change that someone without the key makes to the log. */
export type Tampering = readonly [name: string, act: (tx: Tx, log: AuditedLog, random: Random) => Promise<unknown>];

export function pick<T>(random: Random, list: readonly T[]): T {
  const item = list[Math.floor(random() * list.length)];
  assert.ok(item !== undefined);
  return item;
}
const anySeal = (log: AuditedLog, random: Random) => pick(random, log.seals);
const anyRow = (log: AuditedLog, random: Random) => pick(random, anySeal(log, random).audit_ids);
const twoOf = <T>(random: Random, list: readonly T[]): readonly [T, T] => {
  const first = pick(random, list);
  return [
    first,
    pick(
      random,
      list.filter((item) => item !== first),
    ),
  ];
};
const flipBit = (mac: Buffer, random: Random): Buffer => {
  const flipped = Buffer.from(mac);
  const at = Math.floor(random() * flipped.length);
  flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  return flipped;
};

/** A complete rollback to the state after a seal: rows, seals, head, streams, and outbox, all genuine. */
export async function putBack(tx: Tx, log: AuditedLog, sealNumber: bigint): Promise<void> {
  const { organizationId } = log;
  const head = log.oldHeads.get(sealNumber);
  assert.ok(head);
  await tamper.cutTail(tx, organizationId, { from: sealNumber + 1n, withRows: true });
  await tamper.dropUnsealed(tx, organizationId);
  await tamper.setHead(tx, organizationId, head);
  const stream = log.oldStreams.get(sealNumber);
  assert.ok(stream);
  await tamper.setStream(tx, organizationId, stream);
}

const edits: readonly Tampering[] = [
  ...tamper.textColumnNames
    .filter((column) => column !== "actor_type")
    .map(
      (column): Tampering => [
        `edit of ${column}`,
        (tx, log, random) =>
          tamper.setText(tx, log.organizationId, { auditId: anyRow(log, random), column, value: `forged ${random()}` }),
      ],
    ),
  ["edit of actor_type", (tx, log, random) => tamper.setActorType(tx, log.organizationId, anyRow(log, random))],
  [
    "null replaces a text, or the reverse",
    (tx, log, random) => tamper.toggleNull(tx, log.organizationId, anyRow(log, random)),
  ],
  [
    "edit of the time by a microsecond",
    (tx, log, random) => tamper.shiftByMicrosecond(tx, log.organizationId, anyRow(log, random)),
  ],
  [
    "edit of a seal's code",
    (tx, log, random) => {
      const seal = anySeal(log, random);
      return tamper.setSealMac(tx, log.organizationId, {
        sealNumber: seal.seal_number,
        mac: flipBit(seal.mac, random),
      });
    },
  ],
  [
    "edit of a seal's time",
    (tx, log, random) => tamper.shiftSealTime(tx, log.organizationId, anySeal(log, random).seal_number),
  ],
  [
    "edit of the head's code",
    async (tx, log, random) => {
      const head = await tamper.headOf(tx, log.organizationId);
      return tamper.setHead(tx, log.organizationId, { ...head, mac: flipBit(head.mac, random) });
    },
  ],
];

const deletions: readonly Tampering[] = [
  ["deletion of a sealed row", (tx, log, random) => tamper.deleteRow(tx, log.organizationId, anyRow(log, random))],
  [
    "deletion of an unsealed row",
    (tx, log, random) => tamper.deleteRow(tx, log.organizationId, pick(random, log.unsealed)),
  ],
  [
    "deletion of a row and its ID in the seal",
    async (tx, log, random) => {
      const seal = anySeal(log, random);
      const auditId = pick(random, seal.audit_ids);
      await tamper.deleteRow(tx, log.organizationId, auditId);
      await tamper.setSealIds(tx, log.organizationId, {
        sealNumber: seal.seal_number,
        ids: seal.audit_ids.filter((id) => id !== auditId),
      });
    },
  ],
  [
    "deletion of a seal",
    (tx, log, random) => tamper.deleteSeal(tx, log.organizationId, anySeal(log, random).seal_number),
  ],
  [
    "deletion of a seal and its rows, later seals renumbered",
    async (tx, log, random) => {
      const seal = anySeal(log, random);
      for (const auditId of seal.audit_ids) await tamper.deleteRow(tx, log.organizationId, auditId);
      await tamper.deleteSeal(tx, log.organizationId, seal.seal_number);
      for (let number = seal.seal_number + 1n; number <= BigInt(log.seals.length); number += 1n) {
        await tamper.renumberSeal(tx, log.organizationId, { from: number, to: number - 1n });
      }
    },
  ],
  ["deletion of the head", (tx, log) => tamper.deleteHead(tx, log.organizationId)],
  ["deletion of the list of unsealed rows", (tx, log) => tamper.forgetUnsealed(tx, log.organizationId)],
];

const swaps: readonly Tampering[] = [
  [
    "two rows swapped",
    async (tx, log, random) => {
      const [a, b] = twoOf(
        random,
        log.seals.flatMap((seal) => seal.audit_ids),
      );
      const spare = log.newId();
      await tamper.renameRow(tx, log.organizationId, { from: a, to: spare });
      await tamper.renameRow(tx, log.organizationId, { from: b, to: a });
      await tamper.renameRow(tx, log.organizationId, { from: spare, to: b });
    },
  ],
  [
    "two seals swapped",
    async (tx, log, random) => {
      const [a, b] = twoOf(random, log.seals);
      await tamper.renumberSeal(tx, log.organizationId, { from: a.seal_number, to: 9_999n });
      await tamper.renumberSeal(tx, log.organizationId, { from: b.seal_number, to: a.seal_number });
      await tamper.renumberSeal(tx, log.organizationId, { from: 9_999n, to: b.seal_number });
    },
  ],
  [
    "the IDs inside a seal swapped",
    (tx, log, random) => {
      const seal = pick(
        random,
        log.seals.filter((candidate) => candidate.audit_ids.length > 1),
      );
      return tamper.setSealIds(tx, log.organizationId, {
        sealNumber: seal.seal_number,
        ids: seal.audit_ids.toReversed(),
      });
    },
  ],
];

const insertions: readonly Tampering[] = [
  [
    "a row inserted",
    (tx, log, random) => tamper.copyRow(tx, log.organizationId, { from: anyRow(log, random), to: log.newId() }),
  ],
  [
    "a row inserted, and added to a seal",
    async (tx, log, random) => {
      const seal = anySeal(log, random);
      const auditId = log.newId();
      await tamper.copyRow(tx, log.organizationId, { from: anyRow(log, random), to: auditId });
      await tamper.setSealIds(tx, log.organizationId, {
        sealNumber: seal.seal_number,
        ids: [...seal.audit_ids, auditId],
      });
    },
  ],
  [
    "a seal appended, the head updated to it",
    async (tx, log, random) => {
      const auditId = log.newId();
      const last = BigInt(log.seals.length);
      const head = await tamper.headOf(tx, log.organizationId);
      await tamper.copyRow(tx, log.organizationId, { from: anyRow(log, random), to: auditId });
      await tamper.copySeal(tx, log.organizationId, { from: last, to: last + 1n, ids: [auditId] });
      await tamper.setHead(tx, log.organizationId, {
        ...head,
        seal_number: last + 1n,
        rows_sealed: head.rows_sealed + 1n,
      });
    },
  ],
];

/** From the second seal on, so that part of the chain remains. */
const cutPoint = (log: AuditedLog, random: Random): bigint =>
  2n + BigInt(Math.floor(random() * (log.seals.length - 2)));
const cuts: readonly Tampering[] = [
  [
    "the tail cut off, rows kept",
    (tx, log, random) => tamper.cutTail(tx, log.organizationId, { from: cutPoint(log, random), withRows: false }),
  ],
  [
    "the tail cut off with its rows",
    (tx, log, random) => tamper.cutTail(tx, log.organizationId, { from: cutPoint(log, random), withRows: true }),
  ],
  [
    "the tail and the head cut off",
    async (tx, log, random) => {
      await tamper.cutTail(tx, log.organizationId, { from: cutPoint(log, random), withRows: true });
      await tamper.deleteHead(tx, log.organizationId);
    },
  ],
  [
    "the tail cut off, the head set to the last remaining seal",
    async (tx, log, random) => {
      const from = cutPoint(log, random);
      const left = log.seals.filter((seal) => seal.seal_number < from);
      const head = await tamper.headOf(tx, log.organizationId);
      await tamper.cutTail(tx, log.organizationId, { from, withRows: true });
      const rowsSealed = left.reduce((sum, seal) => sum + BigInt(seal.audit_ids.length), 0n);
      await tamper.setHead(tx, log.organizationId, { seal_number: from - 1n, rows_sealed: rowsSealed, mac: head.mac });
    },
  ],
  ["everything restored to an earlier state", (tx, log, random) => putBack(tx, log, cutPoint(log, random))],
  [
    "everything wiped",
    async (tx, log) => {
      await tamper.cutTail(tx, log.organizationId, { from: 1n, withRows: true });
      await tamper.dropUnsealed(tx, log.organizationId);
      await tamper.deleteHead(tx, log.organizationId);
      await tamper.dropStreams(tx, log.organizationId);
      await tamper.deleteStreamEnds(tx, log.organizationId);
    },
  ],
  [
    "the last unsealed row deleted with its outbox row, the counter kept",
    async (tx, log) => {
      for (const auditId of log.unsealed) await tamper.deleteRow(tx, log.organizationId, auditId);
      await tamper.forgetUnsealed(tx, log.organizationId);
    },
  ],
];

const renumberings: readonly Tampering[] = [
  [
    "edit of a number",
    (tx, log, random) => tamper.setNumber(tx, log.organizationId, { auditId: anyRow(log, random), number: 9_999n }),
  ],
  [
    "removal of a number",
    (tx, log, random) => tamper.setNumber(tx, log.organizationId, { auditId: anyRow(log, random), number: null }),
  ],
  [
    "edit of a row's code",
    (tx, log, random) =>
      tamper.setRowMac(tx, log.organizationId, { auditId: anyRow(log, random), mac: Buffer.alloc(32, 1) }),
  ],
  [
    "renumbering of a row that waits for its seal",
    (tx, log, random) =>
      tamper.setNumber(tx, log.organizationId, { auditId: pick(random, log.unsealed), number: 9_999n }),
  ],
  [
    "deletion of the record of how far streams are sealed",
    (tx, log) => tamper.deleteStreamEnds(tx, log.organizationId),
  ],
];

export const tamperings: readonly Tampering[] = [
  ...edits,
  ...deletions,
  ...swaps,
  ...insertions,
  ...cuts,
  ...renumberings,
];
