import { type Resources, resources } from "../generated/resources.ts";
import type { PayMany } from "../pay-many/pay-many.ts";
import { payManyWith } from "../pay-many/pay-many.ts";
import type { ClientOptions } from "./options.ts";
import { resourceOf } from "./resource.ts";
import { createSend } from "./send.ts";

/** A client of one service with one token. */
export interface Bursar extends Resources {
  /** Pays many recipients, one request after another, and can be continued after a crash without paying twice. */
  readonly payMany: PayMany;
}

/**
 * Creates a client. It keeps no connection and need not be closed.
 *
 * @throws TypeError if `baseUrl` is no https:// address, nor http:// on this machine
 */
export function createClient(options: ClientOptions): Bursar {
  const send = createSend(options);
  const byName = Object.entries(resources).map(([name, operations]) => [name, resourceOf<object>(send, operations)]);
  return {
    // Each resource has the methods of its table.
    ...(Object.fromEntries(byName) as Resources),
    payMany: payManyWith(send),
  };
}
