import type { AddressInfo } from "node:net";
import type { TestWorld } from "./full-app.ts";
import { noteRefusal } from "./received-refusals.ts";

/** An upload over a real socket. */
export interface UploadCall {
  /** Such as `transaction/<id>/attachments`. */
  readonly path: string;
  readonly token?: string;
  readonly content: Buffer;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes the service listen. */
export async function listen(world: TestWorld): Promise<string> {
  await world.app.api.listen({ host: "127.0.0.1", port: 0 });
  // A server that listens on a port always has an address.
  return `http://127.0.0.1:${(world.app.api.server.address() as AddressInfo).port}`;
}

export async function upload(
  base: string,
  { path, token, content, name = "invoice.pdf", fields = {}, headers = {} }: UploadCall,
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new Blob([new Uint8Array(content)]), name);
  const response = await fetch(`${base}/${path}`, {
    method: "POST",
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    body: form,
  });
  const text = await response.text();
  noteRefusal(response.status, text);
  // Every response of these routes is a JSON object, of which each test reads what it needs.
  const body = JSON.parse(text) as Record<string, string> & { errors?: { errorCode: string; message: string } };
  return { status: response.status, code: body.errors?.errorCode, headers: response.headers, body };
}

/** A download as a client does it: without a token. Rejects if the response ends early. */
export async function download(base: string, url: string | undefined) {
  const response = await fetch(`${base}${new URL(String(url)).pathname}`);
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
}

/** The same as the body of a call without a socket. */
export function formOf(content: Buffer, name = "invoice.pdf", fields: Readonly<Record<string, string>> = {}) {
  const part = (disposition: string) => `--x\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`;
  const texts = Object.entries(fields).map(([field, value]) => `${part(`name="${field}"`)}${value}\r\n`);
  return {
    body: Buffer.concat([
      Buffer.from(`${texts.join("")}${part(`name="file"; filename="${name}"`)}`),
      content,
      Buffer.from("\r\n--x--\r\n"),
    ]),
    headers: { "content-type": "multipart/form-data; boundary=x" },
  };
}
