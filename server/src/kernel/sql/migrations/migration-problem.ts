/** A migration cannot run here, or this version cannot serve the schema; the message says what to do. */
export class MigrationProblem extends Error {
  override readonly name = "MigrationProblem";
}
