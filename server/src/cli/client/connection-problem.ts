/** Why a server cannot be reached. */
export interface ConnectionProblem {
  /** Ends a sentence. */
  readonly text: string;
  /** Whether it may end on its own: waiting repairs neither a wrong address nor a certificate. */
  readonly lasts: "moments" | "untilStarted" | "always";
}

const START = "Start the service, or correct --url.";

/** Codes and names of Node.js, undici, and OpenSSL; the first that the error's own begins with counts. */
const problems: readonly (readonly [string, ConnectionProblem])[] = [
  ["ECONNREFUSED", { text: `nothing listens there. ${START}`, lasts: "untilStarted" }],
  ["ENOTFOUND", { text: "no host has this name. Correct --url.", lasts: "always" }],
  ["EAI_AGAIN", { text: "the name of the host cannot be looked up now.", lasts: "moments" }],
  ["EHOSTUNREACH", { text: "the host cannot be reached.", lasts: "moments" }],
  ["ENETUNREACH", { text: "its network cannot be reached.", lasts: "moments" }],
  ["ERR_SSL", { text: "it does not speak TLS. If it is on this machine, write http:// in --url.", lasts: "always" }],
  ["EPROTO", { text: "it does not speak TLS. If it is on this machine, write http:// in --url.", lasts: "always" }],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    { text: "its certificate is for another host name. Correct --url.", lasts: "always" },
  ],
  ["CERT_HAS_EXPIRED", { text: "its certificate has expired. Renew it.", lasts: "always" }],
  ["HTTPParserError", { text: "it does not speak HTTP. Correct --url.", lasts: "always" }],
  ["UND_ERR_SOCKET", { text: "it closed the connection without an answer. Check --url.", lasts: "moments" }],
  ["ECONNRESET", { text: "it closed the connection without an answer. Check --url.", lasts: "moments" }],
];

/** OpenSSL's codes for a certificate whose issuer this machine does not know. */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED/;
const untrusted: ConnectionProblem = {
  text: "its certificate is not trusted. Set NODE_EXTRA_CA_CERTS to a file with the certificate of its issuer.",
  lasts: "always",
};

/** Explains an error of `fetch`, whose cause says more. */
export function connectionProblem(error: unknown): ConnectionProblem {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error ? String("code" in cause && cause.code ? cause.code : cause.name) : "";
  const found = problems.find(([start]) => code.startsWith(start))?.[1];
  if (found !== undefined) return found;
  if (UNTRUSTED.test(code)) return untrusted;
  const [message = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
  if (message === "unexpected redirect")
    return { text: "it redirects to another address. Write that address in --url.", lasts: "always" };
  if (message === "bad port") return { text: "this port is not allowed. Correct --url.", lasts: "always" };
  return { text: `${message.replace(/\.$/, "")}.`, lasts: "moments" };
}
