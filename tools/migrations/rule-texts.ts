/** What is wrong with a statement, and what to write instead. */
interface RuleText {
  readonly problem: string;
  readonly instead: string;
}

const IN_STEPS = 'in a file with "-- transaction: none"';

/**
 * The rules for migrations after the first release. A table that the previous release uses is locked for an instant
 * only, and everything that this release uses remains. Compare strong_migrations and Squawk, whose rules these follow;
 * PostgreSQL documents the locks under "Explicit Locking" and "ALTER TABLE", Notes.
 */
export const RULES = {
  "index-blocks-writes": {
    problem: "building an index or unique constraint blocks all writes to the table until it is built",
    instead: `create [unique] index concurrently if not exists … ${IN_STEPS}; then add constraint … unique using index …`,
  },
  "drop-index-blocks": {
    problem: "dropping an index waits for every reader of the table while new ones queue behind it",
    instead: `drop index concurrently if exists … ${IN_STEPS}`,
  },
  "concurrently-in-transaction": {
    problem: "PostgreSQL runs no concurrent index command in a transaction",
    instead: `move it ${IN_STEPS}`,
  },
  "index-not-resumable": {
    problem: "after a crash, the statement runs again and would fail",
    instead: "write if not exists, or if exists, and name the index",
  },
  "not-null-scans": {
    problem: "set not null reads the whole table while nobody else can",
    instead: `add constraint … check (… is not null) not valid; validate it ${IN_STEPS}; then set not null is instant`,
  },
  "constraint-scans": {
    problem: "adding the constraint reads the whole table under a lock",
    instead: `add constraint … not valid, then validate constraint … ${IN_STEPS}`,
  },
  "validate-holds-locks": {
    problem: "validating reads the whole table while the transaction keeps its other locks",
    instead: `validate constraint ${IN_STEPS}`,
  },
  "rewrites-table": {
    problem: "the statement rewrites the whole table and all its indexes while nobody can use it",
    instead:
      "add the column without a default, identity, or generated value; write it from the code, and fill it in batches",
  },
  "domain-column": {
    problem: "a new column whose domain has a check makes PostgreSQL rewrite the whole table",
    instead: "add the column with the base type, and a check constraint, not valid",
  },
  "not-null-without-default": {
    problem: "a required column without a default fails for existing rows and for the previous version's inserts",
    instead: "add it nullable, or with a constant default",
  },
  "changes-type": {
    problem: "changing a type rewrites the table, and the previous version expects the old type",
    instead: "add a column of the new type, write both, fill it in batches, and remove the old one two releases later",
  },
  rename: {
    problem: "the previous version still uses the old name",
    instead: "add the new form, and remove the old one two releases later",
  },
  removes: {
    problem: "the previous version may still use what is removed",
    instead: 'once no released version uses it, name the oldest that does not: "-- serves from: <version>"',
  },
  "serves-from-too-new": {
    problem: "the last release cannot serve after this migration, and it serves during the upgrade",
    instead: "name the last release or an older one, or remove it in a later release",
  },
  "backfill-in-one-statement": {
    problem: "changing many rows in one transaction keeps them locked until it ends",
    instead: `repeat the statement for a thousand rows at a time ("-- in batches") ${IN_STEPS}`,
  },
  "batch-without-limit": {
    problem: "a batch needs an end and a beginning",
    instead: "use limit, continue after $1, and return last_key",
  },
  "several-tables": {
    problem: "the transaction locks several tables that the previous version uses, and can deadlock with it",
    instead: "write one migration per table",
  },
  "domain-check-scans": {
    problem: "checking a domain reads all tables that use it, while nobody can write to them",
    instead: "add the domain's constraint not valid; new values are checked anyway",
  },
  "not-known-safe": {
    problem: "this statement is not known to be safe while the previous version serves",
    instead: "use a statement that these rules know, or explain why it is safe: -- allowed: not-known-safe: <reason>",
  },
  "needless-allowance": {
    problem: "the statement does not break the rule that it is allowed to break",
    instead: "remove the allowance",
  },
} as const satisfies Readonly<Record<string, RuleText>>;

export type RuleName = keyof typeof RULES;
