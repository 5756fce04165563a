import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { TargetRefused } from "../delivery/delivery-outcome.ts";
import { type AddressRules, isAllowedTarget, isLoopbackName } from "./target-address.ts";

/** Resolves a host name. Rejects with an error that has a code if it has no address. */
export type ResolveAddresses = (hostname: string) => Promise<readonly string[]>;

export type ConnectorOptions = AddressRules & {
  readonly timeoutMs: number;
  readonly resolveAddresses: ResolveAddresses;
  /** Certificates to trust instead of the system's, in PEM. */
  readonly trustedCertificates?: string | undefined;
};

// A receiver has few addresses; trying more would only use up the attempt's time limit.
const addressesMax = 8;

/**
 * The connector behind every delivery (law 12): the only place that chooses an address, and so the one that checks it.
 *
 * 1. An address in the URL is checked as it is (a `lookup` function would never see it).
 * 2. A name is resolved once; if any of its addresses is not allowed, none is used.
 * 3. The socket gets those addresses and never resolves again, so a name that changes between check and use (DNS
 * rebinding) gains nothing.
 * 4. After connecting, the peer's address is checked again, before any byte of the request is written.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    findTargets(target.hostname, options).then(
      (addresses) => connectTo(addresses, { target, callback, options }),
      (error: unknown) => callback(error instanceof Error ? error : new Error("Name resolution failed"), null),
    );
  };
}

/** The addresses to try. Refuses all if one is not allowed: a public receiver has no private address. */
async function findTargets(hostname: string, options: ConnectorOptions): Promise<readonly string[]> {
  const addresses = isIP(hostname) ? [hostname] : await options.resolveAddresses(hostname);
  if (addresses.length === 0) throw Object.assign(new Error("The name has no address"), { code: "ENODATA" });
  for (const address of addresses) {
    if (!isAllowedTarget(address, options))
      throw new TargetRefused("The name resolves to an address that is not allowed");
  }
  return addresses.slice(0, addressesMax);
}

type Connection = {
  readonly target: buildConnector.Options;
  readonly callback: buildConnector.Callback;
  readonly options: ConnectorOptions;
};

/** Connects to one of the checked addresses, and checks the one that was reached. */
function connectTo(addresses: readonly string[], { target, callback, options }: Connection): void {
  // A connector for this connection only, so that its addresses cannot leak into another one.
  const connect = buildConnector({
    timeout: options.timeoutMs,
    allowH2: false,
    maxCachedSessions: 0,
    lookup: lookupAmong(addresses),
    autoSelectFamily: true,
    ...(options.trustedCertificates === undefined ? {} : { ca: options.trustedCertificates }),
  });
  connect(target, (error, socket) => {
    if (error !== null) {
      callback(error, null);
      return;
    }
    const reached = socket.remoteAddress;
    if (reached === undefined || !isAllowedTarget(reached, options)) {
      socket.destroy();
      callback(new TargetRefused("The connection reached an address that is not allowed"), null);
      return;
    }
    callback(null, socket);
  });
}

function lookupAmong(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = answers;
    if (all) callback(null, answers);
    else callback(null, first?.address ?? "", first?.family);
  };
}

/**
 * Resolves through the system's name servers without the C library, whose lookups block one of four threads for as long
 * as a hostile name server likes, which would delay all other deliveries. `localhost` needs no server (RFC 6761).
 */
export function createResolver(options: { readonly attemptTimeoutMs: number }): ResolveAddresses {
  const resolver = new Resolver({ timeout: options.attemptTimeoutMs, tries: 2 });
  return async (hostname) => {
    if (isLoopbackName(hostname)) return ["127.0.0.1", "::1"];
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [v4, v6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length === 0 && v4.status === "rejected") throw v4.reason;
    return found;
  };
}
