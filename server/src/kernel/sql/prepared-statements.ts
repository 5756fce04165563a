import { SECOND_MS } from "../clock/clock.ts";

/**
 * Statements that repeat are prepared: the server then parses and analyzes each once per connection, and plans it five
 * times, instead of every time. From the sixth time on it keeps a plan that does not depend on the values, if that is
 * expected to cost no more than the plans made for the values (PostgreSQL, "PREPARE"). docs/develop/hot-path.md has figures.
 */

/** What runs less often belongs to a start or to a person, and is not worth memory on every connection. */
const PREPARED_FROM = 5;
/** A prepared statement takes tens of kilobytes in the server process of each connection. */
const PREPARED_MAX = 500;
/** Texts that are counted. Lists of parameters and filters make any number of texts. */
const COUNTED_MAX = 5_000;
/** The longest text that is counted, in characters: longer ones list as many rows as a caller gave, and do not repeat. */
const TEXT_MAX = 16_384;
/**
 * How long a connection keeps plans. The server also drops those of a table when it analyzes it, but only a minute or
 * more after the table has grown, and a plan for a few rows reads all of them. In the first seconds of a database, tables
 * grow a hundredfold, so plans are also dropped whenever the pool has run twice as many statements as at the last time.
 */
export const PLANS_KEPT_MS = 30 * SECOND_MS;
/** Drops the plans of a connection and keeps the statements. */
export const DROP_PLANS = "discard plans";

interface Counted {
  times: number;
  name: string | undefined;
}

/** What a pool has run, and what is prepared on its connections. */
export interface Statements {
  /** The name under which a statement is prepared; undefined if it does not repeat enough. Counts this time. */
  nameOf(text: string): string | undefined;
  /** Prepares every statement again, under another name, on all connections. */
  forget(): void;
  /** Plans made in an earlier generation are for tables of half the size, at worst. */
  planGeneration(): number;
}

export function countStatements(): Statements {
  const counted = new Map<string, Counted>();
  let names = 0;
  /** Names are never used for two texts, whatever was forgotten in between. */
  let lastName = 0;
  let executed = 0;
  let nextAt = 64;
  let generation = 0;
  return {
    nameOf: (text) => {
      executed += 1;
      if (executed === nextAt) {
        nextAt *= 2;
        generation += 1;
      }
      if (text.length > TEXT_MAX) return undefined;
      let statement = counted.get(text);
      if (statement === undefined) {
        if (counted.size === COUNTED_MAX) return undefined;
        statement = { times: 0, name: undefined };
        counted.set(text, statement);
      }
      statement.times += 1;
      if (statement.name === undefined && statement.times >= PREPARED_FROM && names < PREPARED_MAX) {
        names += 1;
        lastName += 1;
        statement.name = `bursar_${lastName}`;
      }
      return statement.name;
    },
    forget: () => {
      counted.clear();
      names = 0;
    },
    planGeneration: () => generation,
  };
}
