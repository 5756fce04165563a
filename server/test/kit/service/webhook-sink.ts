import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An endpoint that accepts every delivery and stores none. */
export interface WebhookSink {
  readonly url: string;
  close(): void;
}

export async function openWebhookSink(): Promise<WebhookSink> {
  const server = createServer((_request, response) => void response.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port always has an address.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, close: () => void server.close() };
}
