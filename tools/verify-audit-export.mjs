#!/usr/bin/env node
// Verifies an audit export away from the service that wrote it. Needs Node.js 20 or newer and nothing else.
//
//   node verify-audit-export.mjs export.jsonl key.txt
//
// key.txt holds the organization's chain key in hexadecimal (`bursar audit export --with-key`). Exit status: 0 the export
// is whole and unchanged, 1 it is not, 2 wrong usage. The format is explained in the export's first line; nothing here is
// shared with the service, so an error in its chain would show.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const COLUMNS = [
  "audit_id",
  "at",
  "actor_type",
  "actor_id",
  "address",
  "http_request_id",
  "action",
  "resource_type",
  "resource_id",
  "before",
  "after",
];
/** The columns of a row other than its content, since rows are numbered. */
const NUMBERED = ["stream_id", "number", "decided", "mac"];

function code(key, fields) {
  const hmac = createHmac("sha256", key);
  for (const field of fields) {
    const bytes = Buffer.isBuffer(field) ? field : Buffer.from(String(field), "utf8");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hmac.update(length);
    hmac.update(bytes);
  }
  return hmac.digest();
}

const netstrings = (values) =>
  values.map((value) => (value === null ? "-" : `${Buffer.byteLength(String(value))}:${value},`)).join("");

/** The code that a numbered row must have. */
function rowCode(key, organizationId, row) {
  const content = netstrings(COLUMNS.map((column) => row[column]));
  const proof = createHmac("sha256", key)
    .update(`bursar audit row 1\n${netstrings([organizationId, row.stream_id])}${content}`)
    .digest();
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(BigInt(row.number));
  return createHash("sha256").update(proof).update(number).update(row.decided, "utf8").digest();
}

const same = (computed, hex) => {
  const given = Buffer.from(String(hex), "hex");
  return given.length === computed.length && timingSafeEqual(given, computed);
};

async function verify(lines, key) {
  const problems = [];
  const state = {
    organizationId: undefined,
    number: 0n,
    mac: Buffer.alloc(32),
    rowsSealed: 0n,
    rows: new Map(),
    streams: new Map(),
    head: undefined,
  };
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    let value;
    try {
      value = JSON.parse(line);
    } catch {
      problems.push(`line ${number} is not JSON`);
      continue;
    }
    const problem = take(state, value, key);
    if (problem !== undefined) problems.push(`line ${number}: ${problem}`);
  }
  problems.push(...checkEnd(state, key));
  const rowsUnsealed = [...state.rows.values()];
  for (const row of rowsUnsealed) {
    const problem = checkRow(state, row, key);
    if (problem !== undefined) problems.push(problem);
  }
  return { problems, seals: state.number, rowsSealed: state.rowsSealed, rowsUnsealed: rowsUnsealed.length };
}

function take(state, value, key) {
  if (value.type === "explanation") {
    if (state.organizationId !== undefined) return "a second first line";
    state.organizationId = value.organizationId;
    return value.format === "bursar-audit-export/2" ? undefined : `unknown format ${value.format}`;
  }
  if (state.head !== undefined) return "there is a line after the head";
  if (value.type === "row") {
    const columns = value.number === undefined ? COLUMNS : [...COLUMNS, ...NUMBERED];
    if (Object.keys(value).length !== columns.length + 1 || !columns.every((column) => column in value))
      return "a row with other columns";
    if (state.rows.has(value.audit_id)) return `row ${value.audit_id} appears twice`;
    state.rows.set(value.audit_id, value);
    return undefined;
  }
  if (value.type === "seal") return takeSeal(state, value, key);
  if (value.type === "head") {
    state.head = value;
    return undefined;
  }
  return `unknown type ${value.type}`;
}

function takeSeal(state, seal, key) {
  const expected = state.number + 1n;
  const rowsHash = createHash("sha256");
  let missing;
  let rowProblem;
  for (const id of seal.auditIds) {
    const row = state.rows.get(id);
    if (row === undefined) {
      missing = id;
      rowsHash.update(`${netstrings([id])}!\n`);
    } else {
      rowProblem ??= checkRow(state, row, key);
      const sealed = row.number === undefined ? COLUMNS : ["audit_id", "stream_id", "number", "mac"];
      rowsHash.update(netstrings(sealed.map((column) => row[column]))).update("\n");
    }
    state.rows.delete(id);
  }
  const fields = [
    "bursar audit seal 1",
    state.mac,
    state.organizationId,
    seal.sealNumber,
    seal.sealedAt,
    seal.auditIds.length,
    rowsHash.digest(),
  ];
  const fits = same(code(key, fields), seal.mac);
  const strays = state.rows.size;
  state.rows.clear();
  state.number = BigInt(seal.sealNumber);
  state.mac = Buffer.from(seal.mac, "hex");
  state.rowsSealed += BigInt(seal.auditIds.length);
  if (seal.sealNumber !== expected.toString()) return `found seal ${seal.sealNumber} instead of seal ${expected}`;
  if (missing !== undefined) return `row ${missing} is missing from seal ${seal.sealNumber}`;
  if (rowProblem !== undefined) return rowProblem;
  if (strays > 0) return `${strays} row(s) before seal ${seal.sealNumber} are not in it`;
  return fits ? undefined : `seal ${seal.sealNumber} is not authentic: it or one of its rows was changed`;
}

/** A numbered row must have its code and the next number of its stream. Advances the stream. */
function checkRow(state, row, key) {
  if (row.number === undefined)
    return state.streams.size > 0 ? `row ${row.audit_id} has no number, but rows before it have one` : undefined;
  if (!same(rowCode(key, state.organizationId, row), row.mac))
    return `row ${row.audit_id} is not authentic: it was changed`;
  const expected = (state.streams.get(row.stream_id) ?? 0n) + 1n;
  state.streams.set(row.stream_id, BigInt(row.number));
  return BigInt(row.number) === expected
    ? undefined
    : `stream ${row.stream_id}: found number ${row.number} instead of ${expected}`;
}

function checkEnd(state, key) {
  if (state.organizationId === undefined) return ["the first line, which explains the format, is missing"];
  const { head } = state;
  if (head === undefined) return state.number > 0n ? ["the head is missing"] : [];
  const fields = ["bursar audit head 1", state.organizationId, head.sealNumber, head.rowsSealed, state.mac];
  const fits =
    BigInt(head.sealNumber) === state.number &&
    BigInt(head.rowsSealed) === state.rowsSealed &&
    same(code(key, fields), head.mac);
  return fits ? [] : ["the head is not authentic: it was changed, or seals are missing at the end"];
}

const [exportFile, keyFile] = process.argv.slice(2);
const keyText = keyFile === undefined ? "" : readFileSync(keyFile, "utf8").trim();
if (exportFile === undefined || !/^[0-9a-f]{64}$/i.test(keyText)) {
  console.error("Usage: node verify-audit-export.mjs <export.jsonl> <key file: 64 hexadecimal characters>");
  process.exit(2);
}
const lines = createInterface({ input: createReadStream(exportFile, "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
const report = await verify(lines, Buffer.from(keyText, "hex"));
for (const problem of report.problems.slice(0, 100)) console.log(problem);
console.log(
  report.problems.length === 0
    ? `Intact: ${report.rowsSealed} rows under ${report.seals} seals; ${report.rowsUnsealed} rows had no seal yet.`
    : `Not intact: ${report.problems.length} ${report.problems.length === 1 ? "problem" : "problems"}.`,
);
process.exitCode = report.problems.length === 0 ? 0 : 1;
