import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WrongUsage } from "../action.ts";
import type { Terminal } from "../output.ts";
import { isSystemError, systemProblem } from "../system-problem.ts";

/** A service, and a token for it, under a name: `bursar login` writes it. */
export interface Profile {
  readonly url: string;
  readonly token: string;
}

export interface Profiles {
  /** The one that is used unless another one is named. */
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export const DEFAULT_PROFILE = "default";
const NONE: Profiles = { current: DEFAULT_PROFILE, profiles: {} };

type Environment = Terminal["environment"];

/** The user's file of profiles (XDG Base Directory); undefined without a home folder, as in many services. */
function pathIn({ XDG_CONFIG_HOME, HOME, APPDATA }: Environment): string | undefined {
  const folder = XDG_CONFIG_HOME || (HOME ? join(HOME, ".config") : APPDATA);
  return folder ? join(folder, "bursar", "profiles.json") : undefined;
}

/** The same, for a command that writes it. */
export function profilesPath(environment: Environment): string {
  const path = pathIn(environment);
  if (path === undefined) throw new WrongUsage("There is no folder for the token. Set HOME or XDG_CONFIG_HOME.");
  return path;
}

/** The stored profiles: none if there is no file. Throws WrongUsage if others can read it, or if it is damaged. */
export function readProfiles(environment: Environment): Profiles {
  const path = pathIn(environment);
  if (path === undefined) return NONE;
  let content: string;
  try {
    // Windows has no such modes: there, a user's folder is the user's.
    if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0)
      throw new WrongUsage(`${path} has tokens, and other users can read it. Run chmod 600 ${path}.`);
    content = readFileSync(path, "utf8");
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return NONE;
    if (isSystemError(error)) throw new WrongUsage(`${path} cannot be read: ${systemProblem(error)}.`);
    throw error;
  }
  const stored = profilesIn(content);
  if (stored === undefined) throw new WrongUsage(`${path} is damaged. Remove it, and run bursar login.`);
  return stored;
}

function profilesIn(content: string): Profiles | undefined {
  let stored: Partial<Profiles> | null;
  try {
    stored = JSON.parse(content);
  } catch {
    return undefined;
  }
  if (typeof stored !== "object" || stored === null) return undefined;
  const { current, profiles } = stored;
  if (typeof current !== "string" || typeof profiles !== "object" || profiles === null) return undefined;
  const isComplete = Object.values<Partial<Profile> | null>(profiles).every(
    (profile) => typeof profile?.url === "string" && typeof profile.token === "string",
  );
  return isComplete ? { current, profiles } : undefined;
}

/** Replaces the file as a whole, so that a crash leaves the old one or the new one. */
export function writeProfiles(environment: Environment, stored: Profiles): void {
  const path = profilesPath(environment);
  const next = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(next, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    // A mode given to `open` is reduced by the umask, never extended; this makes it exact.
    chmodSync(next, 0o600);
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    if (isSystemError(error)) throw new WrongUsage(`${path} cannot be written: ${systemProblem(error)}.`);
    throw error;
  }
}

/** A name of one word, so that it can be typed. */
export function profileName(text: string): string {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(text))
    throw new WrongUsage(`"${text}" is not a name for a profile. Use letters, digits, dots, and hyphens.`);
  return text;
}
