/** Something that was opened from the palette: a search result without its amounts. */
export interface RecentItem {
  readonly type: string;
  readonly id: string;
  readonly name: string;
}

const RECENT_MAX = 6;
const keyOf = (userId: string): string => `bursar.recent.${userId}`;

/** Kept until the tab is closed: names of payees do not stay in the browser. */
export function readRecent(userId: string): readonly RecentItem[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(found) ? found.filter(isRecent).slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

export function rememberRecent(userId: string, { type, id, name }: RecentItem): void {
  const others = readRecent(userId).filter((item) => item.id !== id);
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify([{ type, id, name }, ...others].slice(0, RECENT_MAX)));
  } catch {
    // Full, or not allowed.
  }
}

const isRecent = (value: unknown): value is RecentItem =>
  typeof value === "object" &&
  value !== null &&
  ["type", "id", "name"].every((member) => typeof (value as Readonly<Record<string, unknown>>)[member] === "string");
