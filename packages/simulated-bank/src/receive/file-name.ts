/** A file's name as a message identification, for answers about files that have none: at most 35 characters. */
export const shownFileName = (name: string): string =>
  name.replaceAll(/[^A-Za-z0-9._-]/g, "?").slice(0, 35) || "UNNAMED";
