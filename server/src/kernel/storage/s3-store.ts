import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { Agent, type Dispatcher, request } from "undici";
import { SECOND_MS } from "../clock/clock.ts";
import { type ObjectContent, ObjectMissing, type ObjectStore, StorageUnavailable } from "./object-store.ts";

export interface S3Options {
  /** The bucket in path style, and a prefix if any: `https://s3.example.com/bucket/prefix`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const CONNECT_MS = 5 * SECOND_MS;
/** Without a byte from the store. */
const SILENCE_MS = 20 * SECOND_MS;
/** An upload or deletion with its attempts, however slowly the store reads: clients wait for it. */
const CALL_MS = 60 * SECOND_MS;
const ATTEMPTS = 3;
const PAUSE_MS = 200;
/** SHA-256 of nothing: the requests without a body. */
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

interface Call {
  readonly method: "GET" | "PUT" | "DELETE";
  readonly url: URL;
  readonly content?: ObjectContent;
  /** Ends the call. Downloads have none: their clients may be slow. */
  readonly signal?: AbortSignal;
}

/**
 * Objects in S3-compatible storage, with path-style addresses. Each request is signed (AWS Signature Version 4),
 * including the digest of what it uploads, and repeated twice if the store does not answer or answers with 5xx.
 */
export function s3Store(options: S3Options, { callMs = CALL_MS, silenceMs = SILENCE_MS } = {}): ObjectStore {
  const agent = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: silenceMs, bodyTimeout: silenceMs });
  const base = options.url.replace(/\/+$/, "");
  const urlOf = (name: string): URL => new URL(`${base}/${name}`);
  const call = (given: Call) => send(options, agent, given);
  return {
    description: base,
    put: async (name, content) => {
      const response = await call({ method: "PUT", url: urlOf(name), content, signal: AbortSignal.timeout(callMs) });
      await response.body.dump();
      if (response.statusCode !== 200) throw refused(response);
    },
    get: async (name) => {
      const response = await call({ method: "GET", url: urlOf(name) });
      if (response.statusCode === 200) return response.body;
      await response.body.dump();
      throw response.statusCode === 404 ? new ObjectMissing("No such object") : refused(response);
    },
    delete: async (name) => {
      const response = await call({ method: "DELETE", url: urlOf(name), signal: AbortSignal.timeout(callMs) });
      await response.body.dump();
      if (response.statusCode >= 300 && response.statusCode !== 404) throw refused(response);
    },
    close: () => agent.close(),
  };
}

async function send(options: S3Options, agent: Agent, given: Call): Promise<Dispatcher.ResponseData> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await sendOnce(options, agent, given);
      if (response.statusCode < 500 || attempt === ATTEMPTS) return response;
      await response.body.dump();
    } catch (cause) {
      if (attempt === ATTEMPTS || given.signal?.aborted === true)
        throw new StorageUnavailable("The object store does not respond", { cause });
    }
    await sleep(PAUSE_MS * attempt);
  }
}

async function sendOnce(
  options: S3Options,
  agent: Agent,
  { method, url, content, signal }: Call,
): Promise<Dispatcher.ResponseData> {
  const { accessKeyId, secretAccessKey, region } = options;
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { "x-amz-content-sha256": content?.sha256 ?? EMPTY },
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
  });
  const { headers } = await signer.sign();
  const body = content?.open();
  try {
    return await request(url, {
      method,
      dispatcher: agent,
      ...(signal === undefined ? {} : { signal }),
      headers: {
        ...Object.fromEntries(headers),
        ...(content === undefined ? {} : { "content-length": String(content.sizeBytes) }),
      },
      ...(body === undefined ? {} : { body }),
    });
  } catch (error) {
    body?.destroy();
    throw error;
  }
}

/** The store's answer in words for the log: its error names neither keys nor contents. */
const refused = ({ statusCode }: Dispatcher.ResponseData): StorageUnavailable =>
  new StorageUnavailable(`The object store answered with status ${statusCode}`);
