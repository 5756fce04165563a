import { Agent, request as httpRequest } from "node:http";
import { noteRefusal } from "./received-refusals.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As returned by JSON.parse: a wrong shape fails the assertion that reads it. */
  readonly body: ReturnType<typeof JSON.parse>;
}

/**
 * A client of the HTTP API over real sockets. A broken connection rejects; the outcome is then unknown, as in
 * production.
 */
export function apiClient(baseUrl: string, token: string, agent = new Agent({ keepAlive: true, maxSockets: 256 })) {
  const call = (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const request = httpRequest(
        `${baseUrl}${path}`,
        {
          method,
          agent,
          timeout: 30_000,
          headers: {
            authorization: `Bearer ${token}`,
            ...(text === undefined
              ? {}
              : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const raw = Buffer.concat(chunks).toString();
            noteRefusal(response.statusCode ?? 0, raw);
            try {
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: raw === "" ? undefined : JSON.parse(raw),
              });
            } catch (error) {
              reject(error instanceof Error ? error : new Error("unreadable answer"));
            }
          });
        },
      );
      request.on("error", reject);
      request.on("timeout", () => request.destroy(new Error("timed out")));
      request.end(text);
    });
  return {
    get: (path: string) => call("GET", path),
    post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
      call("POST", path, body, headers),
    patch: (path: string, body: unknown) => call("PATCH", path, body),
    delete: (path: string) => call("DELETE", path),
    call,
    close: () => agent.destroy(),
  };
}
export type ApiClient = ReturnType<typeof apiClient>;
