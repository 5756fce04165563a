import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const DESCRIPTION = "package.json";

/**
 * The folder of this package, `bursar`, where the files are that come with the service: of the sources, or of what was
 * installed. It is searched for, because compiled code is elsewhere in the package than its source.
 */
export const PACKAGE_FOLDER: string = folderAbove(import.meta.dirname);

/** The package's description. */
export const PACKAGE_FILE: string = join(PACKAGE_FOLDER, DESCRIPTION);

function folderAbove(folder: string): string {
  return existsSync(join(folder, DESCRIPTION)) ? folder : folderAbove(dirname(folder));
}
