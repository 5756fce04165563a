import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canInstallPackages, installPackage } from "../databases/debian-package.ts";
import { freePort } from "../service/free-port.ts";

const INSTALL_OPENSSH =
  "Tests of SFTP need an OpenSSH server. Install it (Debian: apt-get install openssh-server), and run this again.";

const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin"];

/** The path of sshd, installed where no consent is needed; otherwise, the reason to skip. */
export function findOpenSsh(): { readonly path: string; readonly skip: false } | { readonly skip: string } {
  const found = pathOfSshd();
  if (found) return { path: found, skip: false };
  if (!canInstallPackages()) return { skip: INSTALL_OPENSSH };
  installPackage("openssh-server", INSTALL_OPENSSH);
  const installed = pathOfSshd();
  return installed ? { path: installed, skip: false } : { skip: INSTALL_OPENSSH };
}

const pathOfSshd = (): string | undefined =>
  [...(process.env["PATH"] ?? "").split(delimiter), ...FOLDERS]
    .map((folder) => join(folder, "sshd"))
    .find((path) => existsSync(path));

/** A real OpenSSH server for this user, on the loopback interface, with keys of its own. */
export interface OpenSshServer {
  readonly port: number;
  readonly user: string;
  /** A new folder for the bank's directories. */
  readonly root: string;
  /** Fingerprints of its host keys, by kind. */
  readonly hostKeys: { readonly ed25519: string; readonly rsa: string };
  /** The only key that may sign in, in OpenSSH format. */
  readonly privateKey: string;
  stop(): Promise<void>;
}

export async function startOpenSsh(sshd: string): Promise<OpenSshServer> {
  const root = mkdtempSync(join(tmpdir(), "bursar-sshd-"));
  const hostKeys = {
    ed25519: makeKey(join(root, "host_ed25519"), "ed25519"),
    rsa: makeKey(join(root, "host_rsa"), "rsa"),
  };
  makeKey(join(root, "client"), "ed25519");
  const port = await freePort();
  // Where a server that root starts puts its unprivileged part. Debian creates it when the system's own server starts.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  writeFileSync(join(root, "sshd_config"), configOf(root, port));
  const server = spawn(sshd, ["-D", "-e", "-f", join(root, "sshd_config")], { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  server.stderr.on("data", (text: Buffer) => {
    log = `${log}${text.toString("utf8")}`.slice(-4_000);
  });
  await listening(server, port, () => log);
  return {
    port,
    user: userInfo().username,
    root,
    hostKeys,
    privateKey: readFileSync(join(root, "client"), "utf8"),
    stop: async () => {
      if (server.exitCode === null) {
        server.kill();
        await once(server, "exit");
      }
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const configOf = (root: string, port: number): string =>
  [
    "ListenAddress 127.0.0.1",
    `Port ${port}`,
    `HostKey ${join(root, "host_ed25519")}`,
    `HostKey ${join(root, "host_rsa")}`,
    `AuthorizedKeysFile ${join(root, "client.pub")}`,
    `PidFile ${join(root, "sshd.pid")}`,
    "StrictModes no",
    "UsePAM no",
    "PasswordAuthentication no",
    "KbdInteractiveAuthentication no",
    "PermitRootLogin prohibit-password",
    "MaxStartups 100",
    "Subsystem sftp internal-sftp",
    "",
  ].join("\n");

/** Makes a key pair and returns its fingerprint. */
function makeKey(path: string, type: "ed25519" | "rsa"): string {
  run("ssh-keygen", ["-q", "-t", type, ...(type === "rsa" ? ["-b", "2048"] : []), "-N", "", "-C", "test", "-f", path]);
  const fingerprint = run("ssh-keygen", ["-l", "-E", "sha256", "-f", path]).split(" ")[1];
  if (fingerprint === undefined) throw new Error("ssh-keygen shows no fingerprint");
  return fingerprint;
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
  return stdout;
}

async function listening(server: ChildProcess, port: number, log: () => string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) break;
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return;
    } catch {
      await sleep(25);
    } finally {
      socket.destroy();
    }
  }
  throw new Error(`sshd does not listen: ${log()}`);
}
