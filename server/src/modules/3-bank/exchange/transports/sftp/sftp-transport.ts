import { setTimeout as sleep } from "node:timers/promises";
import type { Attributes, FileEntryWithStats, Stats } from "ssh2";
import {
  looksComplete,
  requireIncomingName,
  shown,
  type TemporaryNames,
  temporaryName,
  unchanged,
} from "../file-names.ts";
import {
  type Channel,
  foundEach,
  type IncomingFile,
  type ProbeStep,
  publishedEach,
  requireBoundedEntries,
  TransportError,
} from "../transport.ts";
import { isEnd, isMissing } from "./sftp-problems.ts";
import { openSshSession, type SshOptions, type SshSession } from "./ssh-session.ts";
import { fetchFile, upload } from "./transfer.ts";

export interface SftpOptions extends SshOptions, TemporaryNames {
  /** Absolute, or relative to where the server puts the user. */
  readonly uploadDirectory: string;
  readonly downloadDirectory: string;
  readonly removeAfterReading: boolean;
  /** How long a file must stay the same to count as complete. */
  readonly settleMs: number;
}

/** How long one listing may take, however many answers it needs. */
const LISTING_MS = 120_000;

/** Files exchanged over SFTP version 3 (draft-ietf-secsh-filexfer-02), which every server speaks. */
export async function openSftp(options: SftpOptions): Promise<Channel> {
  const session = await openSshSession(options);
  const { sftp, step } = session;
  const outgoing = (name: string) => within(options.uploadDirectory, name);
  const incoming = (name: string) => within(options.downloadDirectory, name);
  return {
    stage: async (name, content, bytes) => {
      if (await factsOf(session, outgoing(name))) throw taken(name);
      await upload(session, { path: outgoing(temporaryName(name, options)), content, bytes });
    },
    publish: (names) =>
      publishedEach(names, async (name) => {
        const temporary = outgoing(temporaryName(name, options));
        // Version 3 leaves open whether a rename replaces a file; OpenSSH and most others refuse. Hence the look before.
        if (await factsOf(session, outgoing(name))) throw taken(name);
        const staged = await factsOf(session, temporary);
        if (staged === undefined) throw new TransportError("protocol", `${temporary} is gone`);
        await step<void>(`Renaming ${temporary}`, (done) =>
          sftp.rename(temporary, outgoing(name), (error) => done(error, undefined)),
        );
        const renamed = await factsOf(session, outgoing(name));
        // Some banks take a file away the moment it has its name; its size was read back before.
        if (renamed !== undefined && renamed.size !== staged.size)
          throw new TransportError("protocol", `${name} has ${renamed.size} bytes instead of ${staged.size}`);
      }),
    find: (names) =>
      foundEach(names, async (name) => {
        const final = await factsOf(session, outgoing(name));
        if (final) return { state: "final", bytes: final.size };
        const temporary = await factsOf(session, outgoing(temporaryName(name, options)));
        return { state: temporary ? "temporary" : "absent" };
      }),
    list: async () => {
      const earlier = await entriesOf(session, options.downloadDirectory, options);
      if (earlier.length === 0) return [];
      await sleep(options.settleMs);
      return unchanged(earlier, await entriesOf(session, options.downloadDirectory, options));
    },
    read: async (name, maxBytes) => {
      requireIncomingName(name);
      const path = incoming(name);
      const handle = await step<Buffer>(`Opening ${path}`, (done) => sftp.open(path, "r", done));
      const { size } = await step<Stats>(`Reading the size of ${path}`, (done) => sftp.fstat(handle, done));
      if (size <= maxBytes) return fetchFile(session, { handle, path, bytes: size });
      await step<void>(`Closing ${path}`, (done) => sftp.close(handle, (error) => done(error, undefined)));
      throw new TransportError("unacceptable", `${shown(name)} has more than ${maxBytes} bytes`);
    },
    remove: async (name) => {
      requireIncomingName(name);
      if (!options.removeAfterReading) return;
      await step<void>(`Deleting ${name}`, (done) => sftp.unlink(incoming(name), (error) => done(error, undefined)));
    },
    probe: () => probe(session, options),
    close: session.close,
  };
}

const within = (directory: string, name: string): string =>
  directory === "" || directory === "." ? name : `${directory.replace(/\/+$/, "")}/${name}`;

const taken = (name: string) =>
  new TransportError("refused", `A file named ${name} is already in the upload directory. Names are never used twice.`);

/** The attributes of a path; undefined if it does not exist. Links are not followed. */
const factsOf = async ({ sftp, step }: SshSession, path: string): Promise<Stats | undefined> => {
  try {
    return await step<Stats>(`Looking for ${path}`, (done) => sftp.lstat(path, done));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const EMPTY_ANSWER_COUNTS = 100;

/** The plain files of a directory that are not named like unfinished ones. */
async function entriesOf(
  { sftp, step }: SshSession,
  directory: string,
  names: TemporaryNames,
): Promise<readonly IncomingFile[]> {
  const path = directory === "" ? "." : directory;
  const what = `Listing ${path}`;
  const deadline = Date.now() + LISTING_MS;
  const handle = await step<Buffer>(what, (done) => sftp.opendir(path, done));
  const files: IncomingFile[] = [];
  try {
    for (let entries = 0; ; requireBoundedEntries(path, entries)) {
      if (Date.now() > deadline) throw new TransportError("unreachable", `${what}: the connection is too slow`);
      const batch = await step<readonly FileEntryWithStats[]>(what, (done) => sftp.readdir(handle, done));
      // ssh2 leaves out . and .., so that an answer may be empty; but not one after the other forever.
      entries += Math.max(batch.length, EMPTY_ANSWER_COUNTS);
      for (const { filename, longname, attrs } of batch)
        if (looksComplete(filename, names) && isPlainFile(attrs, longname))
          files.push({ name: filename, bytes: attrs.size, modifiedAt: new Date(attrs.mtime * 1000) });
    }
  } catch (error) {
    if (!isEnd(error)) throw error;
  } finally {
    await step<void>(what, (done) => sftp.close(handle, (error) => done(error, undefined))).catch(() => undefined);
  }
  return files;
}

const FILE_TYPE = 0o170_000;
const REGULAR = 0o100_000;

/** Some servers report no mode, only a line like that of `ls -l`. */
const isPlainFile = ({ mode }: Attributes, longname: string): boolean =>
  (mode & FILE_TYPE) === 0 ? !/^[dlbcps]/.test(longname) : (mode & FILE_TYPE) === REGULAR;

async function probe(session: SshSession, options: SftpOptions): Promise<readonly ProbeStep[]> {
  const { uploadDirectory, downloadDirectory } = options;
  const steps: ProbeStep[] = [
    { step: "connect", outcome: "passed", detail: `${options.host}:${options.port} answers` },
    { step: "hostKey", outcome: "passed", detail: `The host key is the expected one: ${session.hostKey}` },
    { step: "signIn", outcome: "passed", detail: `Signed in as ${options.user}` },
  ];
  for (const [step, path] of [
    ["uploadDirectory", uploadDirectory],
    ["downloadDirectory", downloadDirectory],
  ] as const) {
    try {
      const files = await entriesOf(session, path, options);
      steps.push({ step, outcome: "passed", detail: `${path || "."}: ${files.length} complete files` });
    } catch (error) {
      if (!(error instanceof TransportError) || error.kind === "unreachable") throw error;
      steps.push({ step, outcome: "failed", detail: error.message });
    }
  }
  return [...steps, await writePermission(session, uploadDirectory)];
}

const ANYBODY_WRITES = 0o222;

/** Only the bits that the server shows: whether they apply to this user is known after the first upload. */
async function writePermission(session: SshSession, directory: string): Promise<ProbeStep> {
  const path = directory === "" ? "." : directory;
  const step = "writePermission";
  const facts = await factsOf(session, path);
  if (facts !== undefined && (facts.mode & FILE_TYPE) !== 0 && (facts.mode & ANYBODY_WRITES) === 0)
    return { step, outcome: "failed", detail: `Nobody may write to ${path}. Ask the bank for the right to upload.` };
  return { step, outcome: "unknown", detail: `Whether this user may write to ${path} is known after the first upload` };
}
