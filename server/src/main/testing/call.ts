/** Calls the service with the read-write token. Throws what it refuses, with its reason. */
export type Call = <Result = unknown>(method: "GET" | "POST", path: string, body?: object) => Promise<Result>;

/** The service has refused a request of this package. */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
  readonly status: number;
  readonly errors: { readonly errorCode?: string; readonly [detail: string]: unknown };

  constructor(request: string, status: number, answer: string) {
    const { errors = {} } = parsed(answer);
    super(`${request}: ${status} ${errors.message ?? answer}`);
    this.status = status;
    this.errors = errors;
  }
}

interface Refused {
  readonly errors?: { readonly message?: string; readonly errorCode?: string };
}

function parsed(answer: string): Refused {
  try {
    return JSON.parse(answer) as Refused;
  } catch {
    return {};
  }
}

export const openCalls =
  ({ baseUrl, tokens }: { readonly baseUrl: string; readonly tokens: { readonly readWrite: string } }): Call =>
  async <Result>(method: "GET" | "POST", path: string, body?: object) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.readWrite}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new CallRefused(`${method} ${path}`, response.status, text);
    // The caller knows the shape of the answer, which the service of the same version gives.
    return (text === "" ? undefined : JSON.parse(text)) as Result;
  };
