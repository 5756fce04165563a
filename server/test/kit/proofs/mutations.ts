import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type ProvenTable, provenTables } from "#kernel/sql/proven-table.ts";
import { otherValues, type Privileges } from "./other-values.ts";
import type { RolePassword } from "./password-of-the-role.ts";

/** One thing that the serving role may do to one row of a table. */
export interface Mutation {
  readonly table: Privileges;
  readonly kind: "update" | "insert" | "delete" | "restore";
  readonly column?: string;
}

export const nameOf = ({ kind, table, column }: Mutation): string =>
  `${kind} ${table.name}${column === undefined ? "" : `.${column}`}`;

export const mutationsOf = (table: Privileges): readonly Mutation[] => [
  ...table.updates.map((column) => ({ table, kind: "update" as const, column })),
  ...(table.updates.length > 0 ? [{ table, kind: "restore" as const }] : []),
  ...(table.inserts ? [{ table, kind: "insert" as const }] : []),
  ...(table.deletes ? [{ table, kind: "delete" as const }] : []),
];

/** A mutation that was made. */
export interface Made {
  /** As in alarms. */
  readonly key: string;
  readonly isRefused: boolean;
  /** Whether the row as it is now has to be proven. */
  readonly needsProof: boolean;
}

interface Row {
  readonly key: readonly string[];
  readonly row: Readonly<Record<string, unknown>>;
}

/** Someone with the password of the serving role, at one table of one organization. */
export class Meddler {
  readonly #mallory: RolePassword;
  readonly #organizationId: string;
  readonly #mutation: Mutation;
  readonly #proven: ProvenTable | undefined;
  #older: ReadonlyMap<string, string> | undefined;

  constructor(mallory: RolePassword, organizationId: string, mutation: Mutation) {
    this.#mallory = mallory;
    this.#organizationId = organizationId;
    this.#mutation = mutation;
    this.#proven = provenTables().find(({ name }) => name === mutation.table.name);
  }

  /** Makes the mutation; undefined if it is not possible now, because of the rows or of constraints. */
  async meddle(random: () => number): Promise<Made | undefined> {
    const { table, kind, column } = this.#mutation;
    const rows = await this.#mallory.rows<Row>(
      `select array[${table.key.map((name) => `t.${name}::text`).join(", ")}] as key, to_jsonb(t) as row
         from ${table.name} t where t.organization_id = $1 order by 1 desc limit 50`,
      [this.#organizationId],
    );
    if (kind === "restore") return this.#restore(rows);
    const row = rows[Math.floor(random() * rows.length)];
    if (row === undefined) return undefined;
    if (kind === "insert") return this.#copy(row);
    if (kind === "delete") return this.#attempt(`delete from ${table.name} t where ${this.#isRow}`, row.key);
    assert.ok(column !== undefined);
    const ofAnotherRow = `(select x.${column} from ${table.name} x where x.${column} is distinct from t.${column} limit 1)`;
    const values = [ofAnotherRow, ...(await otherValues(this.#mallory, table.name, column))];
    for (const value of values.toSorted(() => random() - 0.5)) {
      const made = await this.#attempt(
        `update ${table.name} t set ${column} = ${value} where ${this.#isRow} and t.${column} is distinct from ${value}`,
        row.key,
      );
      if (made !== undefined) return made;
    }
    return undefined;
  }

  /** Puts a row back to what it was when this was first called, if it has changed since. */
  async #restore(rows: readonly Row[]): Promise<Made | undefined> {
    const { name, updates } = this.#mutation.table;
    const changed = rows.find(({ key, row }) => {
      const before = this.#older?.get(key.join());
      return before !== undefined && before !== JSON.stringify(row);
    });
    this.#older ??= new Map(rows.map(({ key, row }) => [key.join(), JSON.stringify(row)]));
    if (changed === undefined) return undefined;
    const columns = updates.join(", ");
    return this.#attempt(
      `update ${name} t set (${columns}) = (select ${columns} from jsonb_populate_record(null::${name}, $3)) where ${this.#isRow}`,
      changed.key,
      [this.#older.get(changed.key.join())],
    );
  }

  async #copy({ key, row }: Row): Promise<Made | undefined> {
    const { name, key: columns } = this.#mutation.table;
    const last = columns.at(-1) ?? "";
    const value = row[last];
    const isUuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(String(value));
    const other = typeof value === "number" ? value + 1_000_000 : isUuid ? randomUUID() : `${value}x`;
    try {
      await this.#mallory.insertCopy(name, row, { [last]: other });
    } catch (error) {
      // Not allowed, a generated column, or not possible.
      assert.match((error as { code?: string }).code ?? "", /^(2[23]|42501|428C9)/, `a copy in ${name}: ${error}`);
      return undefined;
    }
    return { ...(await this.#described([...key.slice(0, -1), String(other)])), isRefused: false };
  }

  get #isRow(): string {
    const key = this.#mutation.table.key.map((name) => `t.${name}::text`).join(", ");
    return `t.organization_id = $1 and to_jsonb(array[${key}]) = $2::jsonb`;
  }

  async #attempt(statement: string, key: readonly string[], more: readonly unknown[] = []): Promise<Made | undefined> {
    const before = await this.#described(key);
    try {
      const changed = await this.#mallory.attack(statement, [this.#organizationId, JSON.stringify(key), ...more]);
      if (changed === 0) return undefined;
      const { needsProof } = await this.#described(key);
      return { key: before.key, needsProof, isRefused: changed === "refused" };
    } catch (error) {
      // Class 22 and 23: the value is not of the column, or contradicts a constraint. 428C9: the column is generated.
      assert.match((error as { code?: string }).code ?? "", /^(2[23]|428C9)/, `${statement}: ${error}`);
      return undefined;
    }
  }

  async #described(key: readonly string[]): Promise<Pick<Made, "key" | "needsProof">> {
    if (this.#proven === undefined) return { key: "", needsProof: false };
    const { text } = this.#proven;
    const [found] = await this.#mallory.rows<Pick<Made, "key" | "needsProof">>(
      `select ${text.key("t")} as key, (${text.proof("t")}) is not null as "needsProof"
         from ${this.#mutation.table.name} t where ${this.#isRow}`,
      [this.#organizationId, JSON.stringify(key)],
    );
    return found ?? { key: "", needsProof: false };
  }

  /** Whether a proof covers what was changed. */
  get isOfProven(): boolean {
    const { kind, column } = this.#mutation;
    if (this.#proven === undefined || kind === "delete") return false;
    if (column === undefined) return true;
    return [...this.#proven.key, ...this.#proven.columns].some((name) => name.split("::")[0] === column);
  }
}
