/** One server of a connection URL. */
export interface Host {
  /** Host and port, for messages: never the user or password. */
  readonly name: string;
  /** A connection URL for this server alone. */
  readonly url: string;
}

/** What a server must be to be used. */
export type Needed = "primary" | "standby";

/** The servers of a connection URL, in order. */
export interface HostList {
  readonly hosts: readonly Host[];
  /** Undefined: the only server is used without asking it, as before a proxy or pooler that chooses the server. */
  readonly needs: Needed | undefined;
}

const SCHEME = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/is;
const HOSTS_MAX = 10;
/** libpq's values that a service which writes, or one that reads from a standby, can use (PostgreSQL, "34.1.2"). */
const ATTRIBUTES: Readonly<Record<string, Needed>> = {
  "read-write": "primary",
  primary: "primary",
  standby: "standby",
};

/**
 * Reads the servers of a URL as libpq does: `postgres://user@db1:5432,db2:5432/bursar?target_session_attrs=read-write`.
 * Several servers without that parameter are used for what `several` says: libpq's own default, any of them, would let
 * the service connect to a standby that rejects every payment. Throws an Error, without the URL, that says what is wrong.
 */
export function readHosts(url: string, several: Needed = "primary"): HostList {
  const [, scheme = "", authority = "", rest = ""] = SCHEME.exec(url) ?? [];
  const attribute = attributeIn(rest);
  const needed = attribute === undefined || attribute === "any" ? undefined : ATTRIBUTES[attribute];
  if (attribute !== undefined && attribute !== "any" && needed === undefined)
    throw new Error(`target_session_attrs must be ${Object.keys(ATTRIBUTES).join(", ")}, or any`);
  if (new URLSearchParams(rest.slice(rest.indexOf("?") + 1)).getAll("host").some((host) => host.includes(",")))
    throw new Error("several servers are written before the name of the database: postgres://db1:5432,db2:5432/bursar");
  const at = authority.lastIndexOf("@") + 1;
  const names = authority.slice(at).split(",");
  if (names.length === 1)
    return { hosts: [{ name: nameOf(authority.slice(at)), url: withoutAttribute(url) }], needs: needed };
  if (attribute === "any") throw new Error("target_session_attrs=any cannot be used with several servers");
  if (names.length > HOSTS_MAX) throw new Error(`at most ${HOSTS_MAX} servers can be named`);
  if (!names.every((name) => /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(name)))
    throw new Error("each server must be a host name or address, and a port if it is not 5432");
  const credentials = authority.slice(0, at);
  return {
    hosts: names.map((name) => ({
      name: nameOf(name),
      url: withoutAttribute(`${scheme}${credentials}${name}${rest}`),
    })),
    needs: needed ?? several,
  };
}

const nameOf = (host: string): string =>
  host === "" ? "the local server" : /:\d+$/.test(host) ? host : `${host}:5432`;

const attributeIn = (rest: string): string | undefined => /[?&]target_session_attrs=([^&#]*)/.exec(rest)?.[1];

/** The driver does not know the parameter. */
const withoutAttribute = (url: string): string =>
  url.replace(/([?&])target_session_attrs=[^&#]*(&?)/, (_, before: string, after: string) =>
    after === "" ? "" : before,
  );
