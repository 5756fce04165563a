import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type ClientMetadata, Provider } from "oidc-provider";

/**
 * A company's identity provider, as a process of its own: oidc-provider with a sign-in page that takes a name. What is said
 * about people, keys, and clients is set over `/test/…`, as its administrators would.
 */
const accounts = new Map<string, Readonly<Record<string, unknown>>>();
const clients: ClientMetadata[] = [];
let conformIdTokenClaims = false;
let keys = [newKey()];
const issuer = () => `http://127.0.0.1:${port}`;
let port = 0;
let provider: Provider;

function newKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), use: "sig", alg: "RS256" };
}

function open(): Provider {
  const opened = new Provider(issuer(), {
    clients,
    jwks: { keys },
    cookies: { keys: ["a key of the tests"] },
    conformIdTokenClaims,
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified", "xms_edov", "hd"],
      profile: ["name", "given_name", "family_name", "groups", "realm_access"],
    },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ ...accounts.get(accountId), sub: accountId }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  opened.on("server_error", (_context, error) => void process.stderr.write(`${error.stack}\n`));
  return opened;
}

const page = (action: string) => `<!doctype html><html lang="en"><head><title>Company sign-in</title></head><body>
<h1>Company sign-in</h1>
<form method="post" action="${action}"><label>Account <input name="login" autofocus></label> <button>Continue</button></form>
</body></html>`;

async function interaction(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "GET") {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(page(request.url ?? ""));
    return;
  }
  const login = new URLSearchParams(await text(request)).get("login") ?? "";
  const result = accounts.has(login)
    ? { login: { accountId: login } }
    : { error: "access_denied", error_description: "No such account" };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** What an administrator of the provider does. */
async function administer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const given = JSON.parse(await text(request));
  switch (request.url) {
    case "/test/client":
      clients.push(given);
      break;
    case "/test/account":
      accounts.set(given.account, given.claims);
      break;
    case "/test/rotate":
      keys = [newKey()];
      break;
    case "/test/conform":
      conformIdTokenClaims = given.conformIdTokenClaims;
      break;
    case "/test/logout": {
      const client = await provider.Client.find(given.clientId);
      // Not in the published types: what ends a client's sessions when a user signs out.
      await (client as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> }).backchannelLogout(
        given.account,
        given.sid,
      );
      response.end();
      return;
    }
    default:
      response.statusCode = 404;
  }
  provider = open();
  response.end();
}

const server = createServer((request, response) => {
  const { url = "/" } = request;
  const handled = url.startsWith("/test/")
    ? administer(request, response)
    : url.startsWith("/interaction/")
      ? interaction(request, response)
      : provider.callback()(request, response);
  Promise.resolve(handled).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.statusCode = 500;
    response.end();
  });
});
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
  provider = open();
  process.stdout.write(`${issuer()}\n`);
});
// Ends with the test that started it, however that ends.
process.stdin.on("end", () => process.exit(0)).resume();
