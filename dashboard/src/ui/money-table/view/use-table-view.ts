import { useMemo, useState } from "react";
import { useSession } from "#app/session/session.ts";
import type { MoneyColumn } from "../money-column.ts";

export const densities = ["comfortable", "compact"] as const;
export type Density = (typeof densities)[number];

/** What differs from the default, so that columns added later appear. */
interface Stored {
  readonly density: Density;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const DEFAULT: Stored = { density: "comfortable", added: [], removed: [] };

export interface TableView<Row> {
  readonly density: Density;
  readonly all: readonly MoneyColumn<Row>[];
  /** Those shown. */
  readonly columns: readonly MoneyColumn<Row>[];
  readonly setDensity: (density: Density) => void;
  readonly show: (columnId: string, isShown: boolean) => void;
}

/** How the user wants to see a table. Kept in the browser, for each user (ADR 0070). */
export function useTableView<Row>(name: string, all: readonly MoneyColumn<Row>[]): TableView<Row> {
  const { user } = useSession();
  const key = `bursar.table.${name}.${user.userId}`;
  const [stored, setStored] = useState(() => read(key));
  const save = (changed: Stored) => {
    setStored(changed);
    try {
      localStorage.setItem(key, JSON.stringify(changed));
    } catch {
      // Full, or not allowed: the setting lasts as long as the page.
    }
  };
  const columns = useMemo(() => all.filter((column) => isShown(column, stored)), [all, stored]);
  return {
    density: stored.density,
    all,
    columns,
    setDensity: (density) => save({ ...stored, density }),
    show: (columnId, shows) => {
      const without = (ids: readonly string[]) => ids.filter((id) => id !== columnId);
      save({
        ...stored,
        added: shows ? [...without(stored.added), columnId] : without(stored.added),
        removed: shows ? without(stored.removed) : [...without(stored.removed), columnId],
      });
    },
  };
}

const isShown = ({ id, isOptional }: MoneyColumn<never>, { added, removed }: Stored): boolean =>
  !removed.includes(id) && (isOptional !== true || added.includes(id));

function read(key: string): Stored {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (typeof found !== "object" || found === null) return DEFAULT;
    const { density, added, removed } = found as Readonly<Record<string, unknown>>;
    return {
      density: densities.find((name) => name === density) ?? DEFAULT.density,
      added: texts(added),
      removed: texts(removed),
    };
  } catch {
    return DEFAULT;
  }
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
