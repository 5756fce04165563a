import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

export interface IdentityProvider {
  readonly issuer: string;
  /** What the provider says about an account. */
  say(account: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
  register(client: Readonly<Record<string, unknown>>): Promise<void>;
  rotateKeys(): Promise<void>;
  /** Whether ID tokens contain only who it is, and userinfo the rest. */
  conformIdTokenClaims(conforms: boolean): Promise<void>;
  /** The logout token that the provider sends when the session ends. */
  logoutToken(whose: { clientId: string; account: string; sid: string }): Promise<string>;
  /** The address that receives logout tokens, to register. */
  readonly logoutReceiver: string;
  close(): Promise<void>;
}

/** Starts oidc-provider as a process of its own. */
export async function openIdentityProvider(): Promise<IdentityProvider> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "provider-process.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [issuer = ""] = await new Promise<string[]>((resolve, reject) => {
    createInterface(child.stdout).once("line", (line) => resolve([line]));
    child.once("exit", (code) => reject(new Error(`the provider ended with ${code}`)));
  });
  const received: string[] = [];
  const receiver = createServer(async (request, response) => {
    received.push(new URLSearchParams(await text(request)).get("logout_token") ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  const administer = async (what: string, body: unknown) => {
    const response = await fetch(`${issuer}/test/${what}`, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`);
  };
  return {
    issuer,
    say: (account, claims) => administer("account", { account, claims }),
    register: (client) => administer("client", client),
    rotateKeys: () => administer("rotate", {}),
    conformIdTokenClaims: (conforms) => administer("conform", { conformIdTokenClaims: conforms }),
    logoutToken: async (whose) => {
      await administer("logout", whose);
      const token = received.pop();
      if (token === undefined) throw new Error("the provider sent no logout token");
      return token;
    },
    logoutReceiver: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`,
    close: async () => {
      receiver.close();
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await ended;
    },
  };
}

/** A browser's cookies at the provider. */
export interface ProviderBrowser {
  readonly cookies: Map<string, string>;
}
export const newBrowser = (): ProviderBrowser => ({ cookies: new Map() });

/**
 * Goes to the provider and signs in there, as far as it asks: follows its redirects and answers its form with the account.
 * Returns the address to which it sends the browser back.
 */
export async function visitProvider(
  { cookies }: ProviderBrowser,
  { url: start, account, issuer }: { readonly url: string; readonly account: string; readonly issuer: string },
): Promise<URL> {
  let url = new URL(start);
  let body: string | undefined;
  for (let step = 0; step < 15; step++) {
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split(/=(.*)/s);
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    body = undefined;
    if (location !== null) {
      url = new URL(location, url);
      if (url.origin !== new URL(issuer).origin) return url;
    } else if (url.pathname.startsWith("/interaction/")) body = new URLSearchParams({ login: account }).toString();
    else throw new Error(`${url.href}: ${response.status} ${(await response.text()).slice(0, 2_000)}`);
  }
  throw new Error("the provider does not let go");
}
