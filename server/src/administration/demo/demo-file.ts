import { open, readFile, rename, rm } from "node:fs/promises";
import { demoFileOf } from "#kernel/process/data-folder.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** `<data dir>/demo.json`, mode 0600 (docs/spec/operations.md): everything needed to try the demo organization. */
export interface DemoFile {
  readonly baseUrl: string;
  readonly organizationId: OrganizationId;
  readonly users: readonly { readonly email: string; readonly password: string; readonly role: string }[];
  readonly tokens: { readonly readOnly: string; readonly readWrite: string; readonly requestOnly: string };
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly kind: string }[];
  readonly recipients: readonly { readonly id: string; readonly name: string; readonly methods: readonly string[] }[];
}

const draftOf = (dataDir: string): string => `${demoFileOf(dataDir)}.draft`;

/**
 * Writes a draft of the file, flushed to disk, before the demo organization commits: its tokens are stored nowhere
 * else, so the file must exist once the organization does.
 */
export async function writeDraft(dataDir: string, demo: DemoFile): Promise<void> {
  const file = await open(draftOf(dataDir), "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(demo, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Handles drafts of this or an earlier start: a draft whose organization exists becomes the file; a draft whose
 * organization was never committed is deleted.
 */
export async function settleDraft(
  dataDir: string,
  exists: (organizationId: OrganizationId) => Promise<boolean>,
): Promise<void> {
  const draft = await readIfThere(draftOf(dataDir));
  if (draft === undefined) return;
  if (await exists(draft.organizationId)) await rename(draftOf(dataDir), demoFileOf(dataDir)).catch(ignoreMissing);
  else await rm(draftOf(dataDir), { force: true });
}

export const readDemoFile = (dataDir: string): Promise<DemoFile | undefined> => readIfThere(demoFileOf(dataDir));

async function readIfThere(path: string): Promise<DemoFile | undefined> {
  try {
    // Written by this program; an edit can only affect the start-up message.
    return JSON.parse(await readFile(path, "utf8")) as DemoFile;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    ignoreMissing(error);
    return undefined;
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
