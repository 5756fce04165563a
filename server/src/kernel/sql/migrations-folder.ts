import { join } from "node:path";
import { PACKAGE_FOLDER } from "../process/package-folder.ts";

export const MIGRATIONS_FOLDER = join(PACKAGE_FOLDER, "migrations");
