import { Resolver } from "node:dns/promises";
import { isIP, Socket } from "node:net";

/**
 * Keeps this process from reaching another machine, whatever it is asked to do: a webhook endpoint, an email address, or an
 * identity provider in a test may be real. Connections elsewhere fail as if the network were down, and names are not looked
 * up. Sockets are the one place that every library goes through.
 */
export function stayOnThisMachine(): void {
  const connect = Socket.prototype.connect;
  // The overloads of `connect` take the same arguments as this one.
  Socket.prototype.connect = function connectHere(this: Socket, ...given: readonly unknown[]): Socket {
    const host = hostOf(given);
    if (isHere(host)) return Reflect.apply(connect, this, given);
    const problem = new Error(`A test double connects to nothing but this machine, not to ${host}`);
    return this.destroy(Object.assign(problem, { code: "ENETUNREACH" }));
  } as typeof connect;
  const noName = async (name: string): Promise<never> => {
    throw Object.assign(new Error(`A test double does not look up names such as ${name}`), { code: "ENOTFOUND" });
  };
  Object.assign(Resolver.prototype, { resolve4: noName, resolve6: noName });
}

/** `connect(options)`, `connect(port, host)`, `connect(path)`, or, from within Node.js, one list of these. */
function hostOf(given: readonly unknown[]): string | undefined {
  const [first, second] = given.flat();
  const host = typeof first === "object" && first !== null && "host" in first ? first.host : second;
  return typeof host === "string" && host !== "" ? host : undefined;
}

/** Without a host, it is a socket in a folder, or this machine. */
const isHere = (host: string | undefined): boolean =>
  host === undefined ||
  host === "localhost" ||
  host === "::1" ||
  host === "::ffff:127.0.0.1" ||
  (isIP(host) === 4 && host.startsWith("127."));
