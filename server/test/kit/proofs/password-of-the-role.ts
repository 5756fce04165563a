import pg from "pg";
import { subjectOf } from "#kernel/proofs/row-proof.ts";
import { findingsOf } from "#kernel/proofs/unproven-row.ts";
import { watchRows } from "#kernel/proofs/watch-rows.ts";
import { acrossOrganizations, SCOPE_SETTING } from "#kernel/sql/scope.ts";
import type { TestWorld } from "../service/full-app.ts";

/** A row as someone copied it. */
export type CopiedRow = Readonly<Record<string, unknown>>;

/**
 * Someone with the password of the serving role: they send any SQL that it is granted, and see every organization. They
 * have neither the master key nor a way into a process of the service.
 */
export async function withPasswordOfTheRole(world: TestWorld) {
  const client = new pg.Client({ connectionString: world.addresses().url });
  await client.connect();
  await client.query(`set ${SCOPE_SETTING} = '*'`);
  const columnsToUpdate = async (table: string): Promise<readonly string[]> => {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped
          and has_column_privilege(attrelid, attnum, 'update') order by attnum`,
      [table],
    );
    return rows.map(({ name }) => name);
  };
  return {
    /** Runs a statement and returns how many rows it changed, or `refused` if the role may not. */
    attack: async (statement: string, values: readonly unknown[] = []): Promise<number | "refused"> => {
      try {
        return (await client.query(statement, [...values])).rowCount ?? 0;
      } catch (error) {
        if ((error as { code?: string }).code === "42501") return "refused";
        throw error;
      }
    },
    rows: async <Row extends object>(statement: string, values: readonly unknown[] = []): Promise<Row[]> =>
      (await client.query<Row>(statement, [...values])).rows,
    columnsToUpdate,
    /** Copies the rows of a table that have this value in this column. */
    copy: async (table: string, column: string, value: string): Promise<readonly CopiedRow[]> => {
      const { rows } = await client.query<{ row: CopiedRow }>(
        `select to_jsonb(t) as row from ${table} t where t.${column} = $1`,
        [value],
      );
      return rows.map(({ row }) => row);
    },
    /** Puts a copied row back, as far as the role may change its columns. */
    putBack: async (table: string, key: string, row: CopiedRow): Promise<void> => {
      const columns = (await columnsToUpdate(table)).join(", ");
      await client.query(
        `update ${table} set (${columns}) = (select ${columns} from jsonb_populate_record(null::${table}, $1))
          where ${key} = $2`,
        [JSON.stringify(row), row[key]],
      );
    },
    /** Inserts a copy of a row with other values. */
    insertCopy: async (table: string, row: CopiedRow, other: CopiedRow): Promise<void> => {
      const { rows } = await client.query<{ name: string }>(
        `select attname as name from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
        [table],
      );
      const columns = rows.map(({ name }) => name).join(", ");
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
        [JSON.stringify({ ...row, ...other })],
      );
    },
    leave: () => client.end(),
  };
}

/** The rows that the service has found to be changed outside it, after the watch has looked: `table/key`. */
export async function alarms({ service }: TestWorld): Promise<readonly string[]> {
  await acrossOrganizations(() => watchRows(service));
  return [...findingsOf(service.vault).rows.values()].map(subjectOf);
}

export type RolePassword = Awaited<ReturnType<typeof withPasswordOfTheRole>>;
