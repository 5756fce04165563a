import type { Config } from "../process/config.ts";
import { diskStore } from "./disk-store.ts";
import type { ObjectStore } from "./object-store.ts";

/** The configured store. Opening it does not connect. */
export const openObjectStore = async ({ dataDir, attachments }: Config): Promise<ObjectStore> =>
  // The client of S3 takes longer to load than the start's other steps, and most folders need none.
  attachments === undefined ? diskStore(dataDir) : (await import("./s3-store.ts")).s3Store(attachments);
