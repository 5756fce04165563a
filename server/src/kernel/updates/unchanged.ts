const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/**
 * Whether a value is what was read: clients may leave out what is null, and write an instant in another form. `links`
 * names members that differ in every read.
 */
export function isUnchanged(sent: unknown, current: unknown, links: readonly string[] = []): boolean {
  const [one, other] = [sent ?? null, current ?? null];
  if (typeof one === "string" && typeof other === "string") return one === other || isSameInstant(one, other);
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => isUnchanged(item, other[at], links))
    );
  const [mine, theirs] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...new Set([...mine.keys(), ...theirs.keys()])].every(
    (name) => links.includes(name) || isUnchanged(mine.get(name), theirs.get(name), links),
  );
}

const isSameInstant = (one: string, other: string): boolean =>
  INSTANT.test(one) && INSTANT.test(other) && Date.parse(one) === Date.parse(other);
