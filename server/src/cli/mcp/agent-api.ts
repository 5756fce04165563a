import { version } from "#kernel/process/version.ts";
import { CommandRefused } from "../action.ts";
import { connectionProblem } from "../client/connection-problem.ts";

/** The API as tools use it. Throws CommandRefused with one sentence for whatever keeps a tool from its answer. */
export interface AgentApi {
  get(path: string): Promise<ApiObject>;
  post(path: string, body: object): Promise<ApiObject>;
}

export type ApiObject = Readonly<Record<string, unknown>>;

/** Read for every request, so that a renewed token or a login counts at once. Throws a sentence if there is no token. */
export type AgentAccess = () => { readonly url: string; readonly token: string };

/** Who uses the tools, as the client says: the name and the version of a program. */
export interface McpClientName {
  readonly name: string;
  readonly version: string;
}

const TIMEOUT_MS = 30_000;

/** Requests are not repeated: an agent reads the sentence and decides. A repeated request for a payment has the same key. */
export function agentApi(access: AgentAccess, client: () => McpClientName | undefined): AgentApi {
  const call = async (path: string, init: { readonly method: "GET" | "POST"; readonly body?: string }) => {
    const { url, token } = access();
    const headers = {
      authorization: `Bearer ${token}`,
      "user-agent": `bursar-mcp/${version()}`,
      "bursar-via": viaOf(client()),
      ...(init.body === undefined ? {} : { "content-type": "application/json" }),
    };
    const answer = await fetch(`${url}/api/v1${path}`, {
      ...init,
      headers,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
      .then(async (response) => ({ status: response.status, body: objectOf(await response.text()) }))
      .catch((error: unknown) => {
        throw new CommandRefused(`No answer from ${url}: ${connectionProblem(error).text}`, undefined);
      });
    const { status, body } = answer;
    if (status === 200 && body !== undefined) return body;
    throw new CommandRefused(sentenceOf(status, body, url), body);
  };
  return {
    get: (path) => call(path, { method: "GET" }),
    post: (path, body) => call(path, { method: "POST", body: JSON.stringify(body) }),
  };
}

/** The header that marks what an agent does (via.ts of the service). Characters that it may not have are left out. */
function viaOf(client: McpClientName | undefined): string {
  const clean = (text: string, length: number, otherwise: string) =>
    text
      .replaceAll(/[^A-Za-z0-9 ._-]/g, "")
      .trim()
      .slice(0, length)
      .replace(/^[^A-Za-z0-9]+/, "") || otherwise;
  return `mcp ${clean(client?.name ?? "", 50, "unknown")}/${clean(client?.version ?? "", 25, "0").replaceAll(" ", "")}`;
}

function sentenceOf(status: number, body: ApiObject | undefined, url: string): string {
  if (typeof body?.["message"] === "string" && typeof body["errors"] === "object") return body["message"];
  if (status >= 500) return `The service at ${url} cannot answer now (status ${status}). Try again in a minute.`;
  return `${url} answered with status ${status}, but not as Bursar does. Check --url and any proxy.`;
}

function objectOf(text: string): ApiObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as ApiObject) : undefined;
  } catch {
    return undefined;
  }
}
