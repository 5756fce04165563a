import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { UnprovenRow } from "#kernel/proofs/unproven-row.ts";
import { isUnproven } from "#kernel/proofs/watch-rows.ts";
import { type ProvenTable, provenTables } from "#kernel/sql/proven-table.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Everything, openEverything } from "../../kit/operations/everything.ts";
import { otherValues, privilegesOf } from "../../kit/proofs/other-values.ts";
import { type RolePassword, withPasswordOfTheRole } from "../../kit/proofs/password-of-the-role.ts";
import { unprovenColumns, unprovenTables } from "../../kit/proofs/unproven-columns.ts";

/**
 * Law 45: with the password of the serving role, every column that it may write is changed, rows are copied under other
 * keys, deleted, and set back to older versions, one at a time. What is proven is reported and not used; what is not proven
 * has a reason for being harmless, or the law fails. The other 45-… files tell the stories.
 */
describe("every table that the serving role may write", () => {
  let all: Everything;
  let mallory: RolePassword;

  before(async () => {
    all = await openEverything();
    mallory = await withPasswordOfTheRole(all.world);
  });
  after(async () => {
    await mallory.leave();
    await all.close();
  });

  const privileges = () => privilegesOf(mallory);
  const columnsOf = ({ key, columns }: ProvenTable) =>
    new Set<string>(["organization_id", ...key, ...columns.map((column) => column.replace(/::.*$/, ""))]);

  it("has a proof or a reason for each column, for new rows, and for deleted ones", async () => {
    const missing: string[] = [];
    const reasons = new Set<string>();
    const expect = (what: string, isProven: boolean, reason: string | undefined) => {
      if (isProven) return;
      if (reason === undefined) missing.push(what);
      else reasons.add(what);
    };
    const tables = new Map(provenTables().map((table) => [table.name, table]));
    for (const { name, inserts, deletes, updates } of await privileges()) {
      const proven = tables.get(name);
      const columns = proven && columnsOf(proven);
      const reasons = unprovenColumns[name] ?? {};
      const whole = unprovenTables[name];
      for (const column of updates)
        expect(`${name}.${column}`, columns?.has(column) === true, reasons[column] ?? whole);
      if (inserts) expect(`${name}: new rows`, proven !== undefined, whole);
      if (deletes) expect(`${name}: deleted rows`, false, reasons["deleted rows"] ?? whole);
    }
    assert.deepEqual(missing, [], "columns without an expectation");
    const listed = Object.entries(unprovenColumns).flatMap(([name, columns]) =>
      Object.keys(columns).map((column) => (column === "deleted rows" ? `${name}: ${column}` : `${name}.${column}`)),
    );
    assert.deepEqual(
      listed.filter((what) => !reasons.has(what)),
      [],
      "reasons for what is proven, or what the role may not do",
    );
  });

  interface Place {
    readonly table: ProvenTable;
    readonly organizationId: OrganizationId;
    readonly key: string;
  }
  const isReported = ({ table, organizationId, key }: Place) =>
    isUnproven(all.world.service, { organizationId, table: table.name, key });
  const isKey = ({ table }: Place) => `t.organization_id = $1 and ${table.text.key("t")} = $2`;

  /** A proven row of the table; undefined if the world has none. */
  async function rowOf(table: ProvenTable): Promise<Place | undefined> {
    const rows = await mallory.rows<{ organization_id: OrganizationId; key: string; needed: boolean }>(
      `select t.organization_id, ${table.text.key("t")} as key, (${table.text.proof("t")}) is not null as needed from ${table.name} t`,
    );
    for (const row of rows.filter(({ needed }) => needed)) {
      const place = { table, organizationId: row.organization_id, key: row.key };
      // Not a copy that an earlier test left.
      if (!(await isReported(place))) return place;
    }
    return undefined;
  }

  /** Runs a statement on a row; false if the database refuses it, or if it changes nothing. */
  async function writes(place: Place, statement: string): Promise<boolean> {
    try {
      return (await mallory.attack(statement, [place.organizationId, place.key])) === 1;
    } catch (error) {
      // Class 22 and 23: the value is not of the column, or contradicts a constraint.
      const { code = "" } = error as { code?: string };
      assert.match(code, /^2[23]/, String(error));
      return false;
    }
  }

  it("reports each proven row when a proven column changes, and uses it again when it is as it was", async () => {
    let changed = 0;
    const seen: string[] = [];
    const updates = new Map((await privileges()).map(({ name, updates: columns }) => [name, columns]));
    for (const table of provenTables()) {
      const place = await rowOf(table);
      if (place === undefined) continue;
      seen.push(table.name);
      const proven = columnsOf(table);
      for (const column of (updates.get(table.name) ?? []).filter((name) => proven.has(name))) {
        assert.ok(
          !["organization_id", ...table.key].includes(column),
          `${table.name}.${column}: keys cannot be changed`,
        );
        const [before] = await mallory.rows<{ value: string | null }>(
          `select to_jsonb(t)->>'${column}' as value from ${table.name} t where ${isKey(place)}`,
          [place.organizationId, place.key],
        );
        for (const value of await otherValues(mallory, place.table.name, column)) {
          await mallory.attack("begin");
          if (
            await writes(
              place,
              `update ${table.name} t set ${column} = ${value} where ${isKey(place)} and ${column} is distinct from ${value}`,
            )
          ) {
            await mallory.attack("commit");
            changed += 1;
            assert.ok(await isReported(place), `${table.name}.${column} = ${value} is reported`);
            const back = `update ${table.name} t set ${column} = (jsonb_populate_record(null::${table.name}, jsonb_build_object('${column}', $3::text))).${column} where ${isKey(place)}`;
            await mallory.attack(
              back.replace("$3::text", "to_jsonb($3::text)").replace("to_jsonb($3::text)", jsonOf("$3")),
              [place.organizationId, place.key, before?.value ?? null],
            );
            assert.ok(!(await isReported(place)), `${table.name}.${column} is as it was`);
            break;
          }
          await mallory.attack("rollback");
        }
      }
    }
    assert.ok(changed > 60, `${changed} columns of ${seen.join(", ")}`);
  });

  /** A text as JSON if it is JSON, so that arrays and objects come back as they were. */
  const jsonOf = (parameter: string) =>
    `case when ${parameter}::text ~ '^[\\[{]' then ${parameter}::text::jsonb else to_jsonb(${parameter}::text) end`;

  it("reports copies of proven rows under other keys", async () => {
    let inserted = 0;
    for (const table of provenTables()) {
      const place = await rowOf(table);
      const [last] = table.key.slice(-1);
      if (place === undefined || last === undefined) continue;
      const [row] = await mallory.rows<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${table.name} t where ${isKey(place)}`,
        [place.organizationId, place.key],
      );
      const id = all.world.service.newId();
      const isUuid = typeof row?.row[last] === "string" && /^[0-9a-f-]{36}$/.test(String(row.row[last]));
      if (row === undefined || !isUuid) continue;
      try {
        await mallory.insertCopy(table.name, row.row, { [last]: id });
      } catch (error) {
        assert.match((error as { code?: string }).code ?? "", /^(23|42501)/, String(error));
        continue;
      }
      inserted += 1;
      const key = place.key.replace(String(row.row[last]), id);
      assert.ok(await isReported({ ...place, key }), `a copy in ${table.name} is reported`);
    }
    assert.ok(inserted > 5, `${inserted} tables`);
  });

  it("reports an older version of a row that the service has changed since", async () => {
    let restored = 0;
    const updates = new Map((await privileges()).map(({ name, updates: columns }) => [name, columns]));
    for (const table of provenTables()) {
      const place = await rowOf(table);
      const proven = columnsOf(table);
      const columns = (updates.get(table.name) ?? []).filter((name) => proven.has(name));
      if (place === undefined || columns.length === 0 || (await isReported(place))) continue;
      const [row] = await mallory.rows<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${table.name} t where ${isKey(place)}`,
        [place.organizationId, place.key],
      );
      assert.ok(row);
      const changed = await honestChange(place, columns);
      if (changed === undefined) continue;
      assert.ok(!(await isReported(place)), `${table.name}.${changed} was changed by the service`);
      await mallory.attack(
        `update ${table.name} t set ${changed} = (jsonb_populate_record(null::${table.name}, $3)).${changed} where ${isKey(place)}`,
        [place.organizationId, place.key, JSON.stringify(row.row)],
      );
      restored += 1;
      assert.ok(await isReported(place), `the older ${table.name}.${changed} is reported`);
    }
    assert.ok(restored > 10, `${restored} tables`);
  });

  /** The service itself changes one of the columns. Returns which. */
  async function honestChange(place: Place, columns: readonly string[]): Promise<string | undefined> {
    const { service } = all.world;
    for (const column of columns)
      for (const value of await otherValues(mallory, place.table.name, column)) {
        const literal = (text: string) => ({ text, values: [] });
        const statement = place.table.update({
          set: literal(`${column} = ${value}`),
          where: {
            text: `t.organization_id = $1 and ${place.table.text.key("t")} = $2 and t.${column} is distinct from ${value}`,
            values: [place.organizationId, place.key],
          },
        });
        try {
          if ((await service.database.transaction((tx) => tx.run(statement))) === 1) return column;
        } catch (error) {
          assert.ok(!(error instanceof UnprovenRow), String(error));
        }
      }
    return undefined;
  }
});
