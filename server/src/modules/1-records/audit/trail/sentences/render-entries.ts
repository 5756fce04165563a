import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import type { AuditRow } from "../list-audit.queries.ts";
import { type FoundName, findNames, type NameActors, nameText, resourcesIn, wordsOf } from "./names.ts";
import type { Phrase, RecordedEntry, RecordedFacts } from "./phrase.ts";
import { predicateOf } from "./sentences.ts";
import { type Change, changesInWords } from "./values.ts";

/** A part of a sentence; a part that names something can be a link. */
export interface SentencePart {
  readonly text: string;
  readonly resourceType: string | null;
  readonly resourceId: string | null;
}

export interface ReadableEntry {
  readonly row: AuditRow;
  readonly actorName: string | undefined;
  readonly before: RecordedFacts | null;
  readonly after: RecordedFacts | null;
  readonly sentence: readonly SentencePart[];
  readonly changes: readonly {
    readonly field: string;
    readonly label: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

/** Actors without a name of their own. */
const actors: Readonly<Record<Actor["type"], string>> = {
  user: "A user",
  token: "An API token",
  bank: "The bank",
  operator: "A server administrator",
  service: "Bursar",
  payee: "The recipient, through an invite,",
  payer: "The customer, on the pay page,",
};

/** Rows as sentences and changes, with the names of what they mention. */
export async function readableEntries(
  db: Queryable,
  organizationId: OrganizationId,
  { rows, nameActors }: { readonly rows: readonly AuditRow[]; readonly nameActors: NameActors },
): Promise<readonly ReadableEntry[]> {
  const entries = rows.map(unnamed);
  const resources = entries.flatMap(({ entry: { actor }, predicate, changes }) => [
    ...(actor.id === undefined ? [] : [{ type: actor.type, id: actor.id }]),
    ...resourcesIn(predicate),
    ...changes.flatMap(({ before, after }) => [...resourcesIn(before ?? []), ...resourcesIn(after ?? [])]),
  ]);
  const nameOf = await findNames(db, organizationId, {
    resources: resources.filter(({ type }) => !(type in actors) || type === "user" || type === "token"),
    nameActors,
  });
  return entries.map((entry) => named(entry, nameOf));
}

interface Unnamed {
  readonly row: AuditRow;
  readonly entry: RecordedEntry;
  readonly before: RecordedFacts | null;
  readonly after: RecordedFacts | null;
  readonly predicate: Phrase;
  readonly changes: readonly Change[];
}

/** Written by this service as one JSON object. */
const parsed = (json: string | null): RecordedFacts | null => (json === null ? null : JSON.parse(json));

function unnamed(row: AuditRow): Unnamed {
  const [before, after] = [parsed(row.before), parsed(row.after)];
  const entry: RecordedEntry = {
    actor: { type: row.actor_type, ...(row.actor_id === null ? {} : { id: row.actor_id }) },
    action: row.action,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    before: before ?? {},
    after: after ?? {},
  };
  return { row, entry, before, after, predicate: predicateOf(entry), changes: changesInWords(before, after) };
}

function named({ row, entry, before, after, predicate, changes }: Unnamed, nameOf: FoundName): ReadableEntry {
  const { actor } = entry;
  const nameAs = (type: string): string | undefined => {
    const found = actor.id === undefined ? undefined : nameOf({ type, id: actor.id });
    return found && wordsOf(found, nameOf);
  };
  const shown = nameAs(actor.type);
  const sentence = [
    plain(shown === undefined ? actors[actor.type] : capitalized(shown)),
    plain(" "),
    ...predicate.map((piece): SentencePart => {
      if (typeof piece === "string") return plain(piece);
      return { text: nameText(piece, nameOf), resourceType: piece.resource.type, resourceId: piece.resource.id };
    }),
  ];
  return {
    row,
    // In a sentence, a token is called one; here, its type says so.
    actorName: nameAs("user"),
    before,
    after,
    sentence: joinedTexts(sentence),
    changes: changes.map((change) => ({
      field: change.field,
      label: change.label,
      before: change.before === undefined ? null : wordsOf(change.before, nameOf),
      after: change.after === undefined ? null : wordsOf(change.after, nameOf),
    })),
  };
}

const plain = (text: string): SentencePart => ({ text, resourceType: null, resourceId: null });
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Without empty parts, and with neighboring texts as one. */
const joinedTexts = (parts: readonly SentencePart[]): readonly SentencePart[] =>
  parts.reduce<SentencePart[]>((all, part) => {
    const last = all.at(-1);
    if (last !== undefined && last.resourceType === null && part.resourceType === null)
      all[all.length - 1] = plain(last.text + part.text);
    else if (part.text !== "") all.push(part);
    return all;
  }, []);

export const sentenceText = ({ sentence }: Pick<ReadableEntry, "sentence">): string =>
  sentence.map(({ text }) => text).join("");
