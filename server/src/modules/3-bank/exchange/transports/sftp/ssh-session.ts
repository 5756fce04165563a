import type { Client, ClientErrorExtensions, SFTPWrapper } from "ssh2";
import ssh2 from "ssh2";
import { TransportError } from "../transport.ts";
import { algorithmsOf, fingerprintOf, type HostKeyType, hostKeyTypes, isPinned, keyNameOf } from "./host-key.ts";
import { sftpProblem } from "./sftp-problems.ts";

export interface SshOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Fingerprints, at least one: any other key ends the connection before a password or signature is sent. */
  readonly hostKeys: readonly string[];
  /** The kind of key that the fingerprints are of; any by default. */
  readonly hostKeyType?: HostKeyType | undefined;
  readonly password?: string | undefined;
  /** In OpenSSH or PEM format. */
  readonly privateKey?: string | undefined;
  readonly passphrase?: string | undefined;
  /** For connecting and signing in. */
  readonly connectTimeoutMs: number;
  /** For each answer of the server. */
  readonly stepTimeoutMs: number;
}

export interface SshSession {
  readonly sftp: SFTPWrapper;
  readonly hostKey: string;
  /** Runs one request with a callback; rejects with TransportError after `stepTimeoutMs` or when the connection ends. */
  step<Result>(what: string, start: (done: (error: unknown, result: Result) => void) => void): Promise<Result>;
  close(): Promise<void>;
}

const KEEPALIVE_MS = 15_000;
const CLOSE_MS = 2_000;

/** Connects, checks the host key, signs in, and starts SFTP. Rejects with TransportError, which names the step. */
export async function openSshSession(options: SshOptions): Promise<SshSession> {
  const client = new ssh2.Client();
  const state: { lost?: TransportError; presented?: Buffer; isClosed?: true } = {};
  const waiting = new Set<(error: TransportError) => void>();
  const lose = (error: TransportError) => {
    state.lost ??= error;
    for (const reject of waiting) reject(state.lost);
    waiting.clear();
    client.destroy();
  };
  const step: SshSession["step"] = (what, start) =>
    new Promise((resolve, reject) => {
      if (state.lost) return reject(state.lost);
      const slow = `${what}: no answer within ${options.stepTimeoutMs / 1000} seconds`;
      const timer = setTimeout(() => lose(new TransportError("unreachable", slow)), options.stepTimeoutMs);
      const settle = (then: () => void) => {
        clearTimeout(timer);
        waiting.delete(fail);
        then();
      };
      const fail = (error: TransportError) => settle(() => reject(error));
      waiting.add(fail);
      try {
        start((error, result) => settle(() => (error ? reject(sftpProblem(what, error)) : resolve(result))));
      } catch (error) {
        fail(sftpProblem(what, error));
      }
    });
  client.once("close", () => {
    state.isClosed = true;
  });
  await connect(client, options, { state, lose });
  client.on("close", () => lose(new TransportError("unreachable", "The bank's server ended the connection")));
  const sftp = await step<SFTPWrapper>("Starting SFTP", (done) => client.sftp(done));
  // Of malformed packets. Without a listener, ssh2 reports them as problems of the connection.
  sftp.on("error", (error: Error) => {
    lose(new TransportError("protocol", "The bank's server does not follow the SFTP protocol", { cause: error }));
  });
  return {
    sftp,
    hostKey: state.presented ? fingerprintOf(state.presented) : "",
    step,
    close: () => (state.isClosed ? Promise.resolve() : close(client)),
  };
}

function connect(
  client: Client,
  options: SshOptions,
  { state, lose }: { state: { presented?: Buffer }; lose: (error: TransportError) => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    // Errors may follow the first one, and an error without a listener would end the process.
    client.on("error", (error) => {
      const problem = connectProblem(error, options, state.presented);
      lose(problem);
      reject(problem);
    });
    client.once("close", () => reject(new TransportError("unreachable", "The connection ended", { step: "connect" })));
    client.once("ready", resolve);
    // Banks often ask for the password this way. One question without an echo; anything else is not answered.
    client.on("keyboard-interactive", (_name, _instructions, _language, prompts, answer) =>
      answer(prompts.length === 1 && prompts[0]?.echo !== true ? [options.password ?? ""] : []),
    );
    const types = options.hostKeyType === undefined ? hostKeyTypes : [options.hostKeyType];
    try {
      client.connect({
        host: options.host,
        port: options.port,
        username: options.user,
        ...(options.password === undefined ? {} : { password: options.password, tryKeyboard: true }),
        ...(options.privateKey === undefined ? {} : { privateKey: options.privateKey }),
        ...(options.passphrase === undefined ? {} : { passphrase: options.passphrase }),
        readyTimeout: options.connectTimeoutMs,
        keepaliveInterval: KEEPALIVE_MS,
        keepaliveCountMax: 3,
        algorithms: { serverHostKey: types.flatMap((type) => [...algorithmsOf[type]]) },
        hostVerifier: (key: Buffer) => {
          state.presented = key;
          return isPinned(fingerprintOf(key), options.hostKeys);
        },
      });
      // Requests are small and wait for answers: held back for more, each would take 40 ms longer.
      client.setNoDelay(true);
    } catch (error) {
      // A key that cannot be read, before anything is sent. The text of the error does not repeat it.
      const message = "The private key cannot be read: its format or its passphrase is wrong";
      reject(new TransportError("refused", message, { cause: error, step: "signIn" }));
    }
  });
}

/** What went wrong while connecting, and what to do. */
function connectProblem(
  error: Error & ClientErrorExtensions,
  { host, port, user, hostKeys }: SshOptions,
  presented: Buffer | undefined,
): TransportError {
  const where = `${host}:${port}`;
  if (presented !== undefined && !isPinned(fingerprintOf(presented), hostKeys)) {
    const message = `${where} has another host key than the settings name: ${fingerprintOf(presented)} (${keyNameOf(presented)}). Ask the bank to confirm this fingerprint before you change the settings; an attacker may be intercepting the connection.`;
    return new TransportError("refused", message, { cause: error, step: "hostKey" });
  }
  if (error.level === "client-authentication")
    return new TransportError("refused", `${where} did not accept the user ${user} with these credentials`, {
      cause: error,
      step: "signIn",
    });
  if (error.level === "handshake" || error.level === "protocol")
    return new TransportError("protocol", `${where} and this service have no algorithms in common, or it is not SSH`, {
      cause: error,
      step: "connect",
    });
  return new TransportError("unreachable", `${where} cannot be reached`, { cause: error, step: "connect" });
}

/** Ends the connection politely, and for certain. */
const close = (client: Client): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      client.destroy();
      resolve();
    }, CLOSE_MS);
    client.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
    client.end();
  });
