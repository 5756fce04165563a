import { fstatSync, readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";

const CHECK_MS = 200;
/** npm starts a program through these; who has started npm is the one to watch. */
const GO_BETWEENS = /(?:^|[/ ])(?:npm|npx|pnpm|yarn|bunx|sh|dash|bash)(?:-cli\.js|\.js)?(?: |$)/;
const ANCESTORS_MAX = 8;

export interface ParentWatch {
  /** Resolves when the program that has started this one has ended, or has closed the standard input that it gave. */
  readonly ended: Promise<void>;
}

/**
 * Watches the program that has started this one, so that a test runner that is killed leaves no service behind. What cannot
 * be seen on this system is not watched. Does not keep the process alive.
 */
export async function watchParent(): Promise<ParentWatch> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watched = parents();
  const timer = setInterval(() => {
    if (process.ppid === PARENT && watched.every(isRunning)) return;
    clearInterval(timer);
    resolve();
  }, CHECK_MS);
  timer.unref();
  if (isPipe(0)) await watchInput(resolve);
  return { ended: promise };
}

/** Of the start of this program. */
const PARENT = process.ppid;
/** Turns of the event loop in which the end of an input is seen that has ended before. */
const TURNS = 3;

/** Input that had ended before this program started was given by nobody: its end says nothing about the parent. */
async function watchInput(end: () => void): Promise<void> {
  const { stdin } = process;
  let isOpen = false;
  for (const event of ["end", "close", "error"] as const)
    stdin.on(event, () => {
      if (isOpen) end();
    });
  stdin.resume();
  // A pipe is a socket to Node.js, but typed as a terminal's input.
  if ("unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
  isOpen = !stdin.readableEnded && !stdin.destroyed;
}

function isPipe(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false;
  }
}

interface Ancestor {
  readonly pid: number;
  /** In clock ticks since boot: a number is used again. */
  readonly startedAt: string | undefined;
}

/** The ancestors until the first that is more than a go-between; none where there is no /proc. */
function parents(): readonly Ancestor[] {
  const found: Ancestor[] = [];
  for (let pid = PARENT; pid > 1 && found.length < ANCESTORS_MAX; ) {
    const stat = statOf(pid);
    if (stat === undefined) break;
    found.push({ pid, startedAt: stat.startedAt });
    if (process.env["npm_lifecycle_event"] === undefined || !GO_BETWEENS.test(commandOf(pid))) break;
    pid = stat.parent;
  }
  return found;
}

const isRunning = ({ pid, startedAt }: Ancestor): boolean => {
  const stat = statOf(pid);
  return stat !== undefined && stat.startedAt === startedAt && stat.state !== "Z";
};

/** Fields of /proc/<pid>/stat, numbered as in proc(5); the command in field 2 may contain spaces. */
function statOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const field = (number: number): string | undefined => fields[number - 3];
    return { state: field(3), parent: Number(field(4)), startedAt: field(22) };
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
