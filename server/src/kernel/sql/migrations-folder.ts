import { join } from "node:path";

export const MIGRATIONS_FOLDER = join(import.meta.dirname, "../../../migrations");
