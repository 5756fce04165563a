/** What this file reads of package-lock.json. */
interface LockFile {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

/**
 * Optional dependencies that have no entry of their own in package-lock.json. npm writes such a lock file when a platform's
 * package could not be fetched; `npm install` accepts it and `npm ci` refuses it, on that platform or everywhere.
 */
export function missingFromLock(text: string): readonly string[] {
  // A file npm writes; another shape shows as entries that are missing.
  const { packages } = JSON.parse(text) as LockFile;
  const missing: string[] = [];
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(optionalDependencies)) {
      if (!foldersSeenFrom(path).some((folder) => `${folder}node_modules/${name}` in packages))
        missing.push(`${name} (wanted by ${path || "the root"})`);
    }
  }
  return missing;
}

/** Where Node.js looks from a package: its own folder, then each above. */
function foldersSeenFrom(path: string): readonly string[] {
  const folders = [""];
  let folder = "";
  for (const part of path === "" ? [] : path.split("/")) {
    folder += `${part}/`;
    folders.push(folder);
  }
  return folders;
}
