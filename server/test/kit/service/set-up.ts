import type { ServerProcess } from "../servers/server-process.ts";
import { eventually } from "./eventually.ts";

/**
 * Sets up the service through its public URL, with the code that it prints: Acme, Inc., with Ada Lovelace as its first
 * administrator. The service may be ready a moment before it prints.
 */
export async function setUpOverHttp(server: ServerProcess): Promise<Response> {
  let code: string | undefined;
  await eventually("the service has printed its code", () => {
    code = /https:\/\/pay\.example\.com\/dashboard\/setup with this code:\n\n {2}(\S+)\n/.exec(server.output())?.[1];
    return code !== undefined;
  });
  return fetch(`${server.url}/setup`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "https://pay.example.com" },
    body: JSON.stringify({
      code,
      organizationName: "Acme, Inc.",
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@example.com",
      password: "three herons above the weir",
    }),
  });
}
