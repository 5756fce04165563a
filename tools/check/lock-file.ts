/** The part of package-lock.json that this file reads. */
interface LockFile {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

/**
 * Optional dependencies that have no entry of their own in package-lock.json. npm writes such a lock file when a platform's
 * package could not be fetched; `npm install` accepts it and `npm ci` refuses it, on that platform or everywhere.
 */
export function missingFromLock(text: string): readonly string[] {
  // npm writes this file; a different shape results in missing entries.
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

/** Where Node.js looks for a package's dependencies: in its own folder, then in each parent. */
function foldersSeenFrom(path: string): readonly string[] {
  const folders = [""];
  let folder = "";
  for (const part of path === "" ? [] : path.split("/")) {
    folder += `${part}/`;
    folders.push(folder);
  }
  return folders;
}
