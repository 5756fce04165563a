/** An upload over a real socket. */
export interface UploadCall {
  readonly base: string;
  readonly token: string;
  /** Such as `transaction/<id>/attachments`. */
  readonly path: string;
  readonly content: Buffer;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly key?: string;
}

export async function upload({ base, token, path, content, name = "invoice.pdf", fields = {}, key }: UploadCall) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new Blob([new Uint8Array(content)]), name);
  const response = await fetch(`${base}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { "idempotency-key": key }) },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** A download as a client does it: without a token. */
export async function download(url: string, base: string) {
  const response = await fetch(`${base}${new URL(url).pathname}`);
  return {
    status: response.status,
    headers: response.headers,
    content: Buffer.from(await response.arrayBuffer()),
  };
}
