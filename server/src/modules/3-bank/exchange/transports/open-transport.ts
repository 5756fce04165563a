import type { Service } from "#kernel/process/service.ts";
import type { BankConnection } from "../bank-connection.ts";
import { readSecrets } from "../connections/read-connections.ts";
import type { ConnectionSecrets } from "../settings/connection-secrets.ts";
import { type Channel, TransportError } from "./transport.ts";

/** Opens the file exchange of the simulated bank; main/ supplies it in sandbox mode. */
export type SimulatedChannel = (connection: BankConnection) => Promise<Channel>;

export interface TransportOptions {
  readonly simulated?: SimulatedChannel | undefined;
  /** Shortens the time limits of the settings. */
  readonly timeoutMsMax?: number;
  /** How long an incoming file must stay the same to count as complete. */
  readonly settleMs?: number | undefined;
}

const SETTLE_MS = 1_000;

/**
 * Connects to a bank, outside any transaction. Rejects with TransportError if that is not possible. The caller closes
 * the transport.
 */
export async function openTransport(
  service: Pick<Service, "database" | "vault">,
  connection: BankConnection,
  { simulated, timeoutMsMax = Number.POSITIVE_INFINITY, settleMs = SETTLE_MS }: TransportOptions = {},
): Promise<Channel> {
  if (connection.kind === "simulated") {
    if (simulated) return simulated(connection);
    throw new TransportError("refused", "This process has no simulated bank that exchanges files", { step: "connect" });
  }
  const secrets = await readSecrets(service, service.database, connection);
  // The keys come first: if they cannot be used, no connection needs to be made.
  const keys = await pgpKeysOf(connection, secrets);
  const channel = await openPlain(connection, secrets, { timeoutMsMax, settleMs });
  if (keys === undefined || connection.channel.pgp === null) return channel;
  const { withPgp } = await import("./pgp/pgp-transport.ts");
  const { outgoing, incoming, extension } = connection.channel.pgp;
  return withPgp(channel, { keys, outgoing, incoming, extension });
}

type RealConnection = Extract<BankConnection, { readonly kind: "folder" | "sftp" }>;

async function pgpKeysOf({ channel: { pgp } }: RealConnection, secrets: ConnectionSecrets) {
  if (pgp === null) return undefined;
  // Loaded when needed: a process without PGP starts without its library.
  const { readPgpKeys } = await import("./pgp/pgp-keys.ts");
  return readPgpKeys({
    bankPublicKey: pgp.bankPublicKey,
    privateKey: secrets.pgpPrivateKey ?? "",
    passphrase: secrets.pgpPassphrase,
  });
}

async function openPlain(
  connection: RealConnection,
  secrets: ConnectionSecrets,
  { timeoutMsMax, settleMs }: { readonly timeoutMsMax: number; readonly settleMs: number },
): Promise<Channel> {
  if (connection.kind === "folder") {
    const { openFolder } = await import("./folder/folder-transport.ts");
    return openFolder({ ...connection.channel, settleMs });
  }
  const { hostKeyType, timeoutSeconds, ...channel } = connection.channel;
  const timeoutMs = Math.min(timeoutSeconds * 1_000, timeoutMsMax);
  const { openSftp } = await import("./sftp/sftp-transport.ts");
  return openSftp({
    ...channel,
    hostKeyType: hostKeyType === "any" ? undefined : hostKeyType,
    password: secrets.password,
    privateKey: secrets.privateKey,
    passphrase: secrets.passphrase,
    connectTimeoutMs: timeoutMs,
    stepTimeoutMs: timeoutMs,
    settleMs,
  });
}
