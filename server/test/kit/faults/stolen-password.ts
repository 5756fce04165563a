import pg from "pg";
import { findingsOf } from "../../../src/kernel/proofs/unproven-row.ts";
import { watchRows } from "../../../src/kernel/proofs/watch-rows.ts";
import { acrossOrganizations } from "../../../src/kernel/sql/scope.ts";
import type { TestWorld } from "../service/full-app.ts";

/** Someone with the password of the serving role, who sends what they like. */
export interface Thief {
  /** Returns the number of changed rows. */
  run(statement: string, values?: readonly unknown[]): Promise<number>;
  rows<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function stealPassword(world: TestWorld): Promise<Thief> {
  const client = new pg.Client({ connectionString: world.addresses().url });
  await client.connect();
  // Row-level security confines mistakes, not someone who can send SQL.
  await client.query("set bursar.organization_id = '*'");
  const query = <Row extends object>(statement: string, values: readonly unknown[] = []) =>
    client.query<Row>(statement, [...values]);
  return {
    run: async (statement, values) => (await query(statement, values)).rowCount ?? 0,
    rows: async <Row extends object>(statement: string, values?: readonly unknown[]) =>
      (await query<Row>(statement, values)).rows,
    close: () => client.end(),
  };
}

/** The rows that the service has found to be changed outside it, after the watch has looked: `table/key`. */
export async function alarms({ service }: TestWorld): Promise<readonly string[]> {
  await acrossOrganizations(() => watchRows(service));
  return [...findingsOf(service.vault).rows.values()].map(({ table, key }) => `${table}/${key}`);
}
