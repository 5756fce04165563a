import type { IncomingMessage } from "node:http";
import { type Readable, Transform } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ContentTooLarge, type SpooledFile, spool } from "../storage/spool.ts";
import { type FieldProblem, invalidRequest, needsJson, refuseHttp, unavailable } from "./http-refusals.ts";

/** Of the file. The rest of the body is limited separately. */
export const UPLOAD_BYTES_MAX = 32 * 1024 * 1024;
const OTHER_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 10;
const FIELD_BYTES_MAX = 4_000;
const FIELD_NAME_BYTES_MAX = 100;
/** In this process at once, and of one organization. Each takes a few chunks of memory and up to 32 MB of disk. */
const CONCURRENT_MAX = 64;
const CONCURRENT_MAX_OF_ONE = 16;
const CONCURRENT_PAYEES_PER_ADDRESS_MAX = 4;

declare module "fastify" {
  interface FastifyRequest {
    /** The file of an upload, until the handler takes it. */
    upload: SpooledFile | undefined;
  }
  interface FastifyContextConfig {
    /** The body is multipart/form-data with one file. The schema describes its fields; `file` is the file's name. */
    upload?: true;
  }
}

/**
 * Uploads: the file is received as a stream and spooled, encrypted, before the handler runs; `request.body` then has
 * the form's fields and the file's name, which the route's schema validates like any body.
 */
export function registerUploads(app: FastifyInstance, { dataDir }: { readonly dataDir: string }): void {
  const slots = uploadSlots();
  app.decorateRequest("upload", undefined);
  app.addContentTypeParser("multipart/form-data", (request, _payload, done) => {
    done(request.routeOptions.config.upload === true ? null : needsJson());
  });
  const receive = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // Until the reply is sent or the client is gone: the file is then neither here nor on its way to the store.
    reply.raw.once("close", () => slots.free(request));
    slots.take(request);
    const { fields, file } = await receiveForm(request, dataDir);
    request.upload = file;
    request.body = fields;
  };
  const discard = async (request: FastifyRequest): Promise<void> => {
    slots.free(request);
    await request.upload?.discard();
  };
  app.addHook("onRoute", (route) => {
    if (route.config?.upload !== true) return;
    route.preValidation = [receive, ...[route.preValidation ?? []].flat()];
    // A request that is rejected before its handler runs leaves nothing.
    route.onResponse = [discard, ...[route.onResponse ?? []].flat()];
  });
}

/**
 * Uploads in progress. Payees need only a link and may send slowly for minutes: together they get as much as one
 * organization, and one address gets a part of it.
 */
function uploadSlots() {
  const running = new Set<FastifyRequest>();
  const count = (counts: (other: FastifyRequest) => boolean): number => [...running].filter(counts).length;
  const isFull = ({ organizationId, ip }: FastifyRequest): boolean =>
    running.size >= CONCURRENT_MAX ||
    count((other) => other.organizationId === organizationId) >= CONCURRENT_MAX_OF_ONE ||
    (organizationId === undefined &&
      count((other) => other.organizationId === undefined && other.ip === ip) >= CONCURRENT_PAYEES_PER_ADDRESS_MAX);
  return {
    take(request: FastifyRequest): void {
      if (isFull(request)) throw unavailable(new Error("too many uploads at once"));
      running.add(request);
    },
    free(request: FastifyRequest): void {
      running.delete(request);
    },
  };
}

/** The file of an upload, which the handler discards when it is done. */
export function takeUpload(request: FastifyRequest): SpooledFile {
  const { upload } = request;
  if (upload === undefined) throw refuseHttp("internalError");
  request.upload = undefined;
  return upload;
}

export const tooLarge = (limitBytes: number) => refuseHttp("bodyTooLarge", { details: { limitBytes } });
const notMultipart = () =>
  refuseHttp("unsupportedMediaType", { details: { expected: "multipart/form-data with the file as `file`" } });

interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: SpooledFile | undefined;
}

async function receiveForm(request: FastifyRequest, dataDir: string): Promise<Form> {
  const type = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) throw notMultipart();
  if (Number(request.headers["content-length"] ?? 0) > UPLOAD_BYTES_MAX + OTHER_BYTES_MAX)
    throw tooLarge(UPLOAD_BYTES_MAX);
  const { fields, problems, file } = await readParts(request.raw, parserOf(type), dataDir);
  if (problems.length === 0) return { fields, file };
  await file?.discard();
  throw invalidRequest(problems);
}

/**
 * Reads the parts as they arrive: the fields into memory, the file into the spool. After a problem, the rest of the
 * body is read and dropped, so that the client receives the reply.
 */
async function readParts(body: IncomingMessage, form: BusboyInstance, dataDir: string) {
  const problems: FieldProblem[] = [];
  const fields: Record<string, string> = Object.create(null);
  const hold = (path: string, value: string): void => {
    if (path in fields) problems.push({ path, message: "must be sent once" });
    else fields[path] = value;
  };
  let file: Promise<SpooledFile> | undefined;
  let incoming: Readable | undefined;
  const slices = inSlices();
  const finished = new Promise<void>((resolve, reject) => {
    const fail = (reason: unknown): void => {
      slices.unpipe(form);
      slices.resume();
      incoming?.destroy(new Error("the upload ended early"));
      reject(reason);
    };
    form.on("file", (path: string | undefined, content, fileName) => {
      if (path !== "file" || file !== undefined) {
        problems.push({ path: path ?? "", message: "is not accepted: send one file, as `file`" });
        content.resume();
        return;
      }
      hold(path, fileName);
      incoming = content;
      // The parser reports an incomplete file here as well, when nobody reads it anymore.
      content.on("error", () => undefined);
      file = spool(dataDir, content, { maxBytes: UPLOAD_BYTES_MAX });
      file.catch(fail);
    });
    form.on("field", (name: string | undefined, value, nameIsCut, valueIsCut) => {
      const path = name ?? "";
      if (nameIsCut || valueIsCut) problems.push({ path, message: `must have at most ${FIELD_BYTES_MAX} bytes` });
      else if (`${path}${value}`.includes("\u0000"))
        problems.push({ path, message: "must not contain the character NUL" });
      else hold(path, value);
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
      form.on(limit, () => fail(invalidRequest([{ path: "file", message: "must be one file, sent with few fields" }])));
    form.on("finish", resolve);
    form.on("error", (error) => fail(malformed(error instanceof Error ? error.message : "")));
    body.on("error", () => fail(malformed("the upload was cut off")));
    body.on("close", () => {
      if (!body.readableEnded) fail(malformed("the upload was cut off"));
    });
  });
  body.pipe(slices).pipe(form);
  try {
    await finished;
    return { fields, problems, file: await file };
  } catch (error) {
    const kept = await file?.catch(() => undefined);
    await kept?.discard();
    throw error instanceof ContentTooLarge ? tooLarge(UPLOAD_BYTES_MAX) : error;
  }
}

/** How far the parser reads before a problem stops it: 64 KB of nothing but boundaries exceed law 26's 50 ms. */
const SLICE_BYTES = 16 * 1024;

/** Small pieces, however much arrives at once: what follows a problem is not parsed. */
const inSlices = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; at += SLICE_BYTES) this.push(chunk.subarray(at, at + SLICE_BYTES));
      done();
    },
  });

const malformed = (problem: string) =>
  refuseHttp("badRequest", { details: { problem: `its form cannot be read: ${problem}`.slice(0, 200) } });

function parserOf(type: string) {
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: {
        files: 1,
        fields: FIELDS_MAX,
        parts: FIELDS_MAX + 1,
        fieldSize: FIELD_BYTES_MAX,
        fieldNameSize: FIELD_NAME_BYTES_MAX,
        headerPairs: 20,
        headerSize: 8 * 1024,
        fileSize: UPLOAD_BYTES_MAX + 1,
      },
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      preservePath: false,
    });
  } catch {
    throw notMultipart();
  }
}
