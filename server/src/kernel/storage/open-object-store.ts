import type { Config } from "../process/config.ts";
import { diskStore } from "./disk-store.ts";
import type { ObjectStore } from "./object-store.ts";
import { s3Store } from "./s3-store.ts";

/** The configured store. Opening it does not connect. */
export const openObjectStore = ({ dataDir, attachments }: Config): ObjectStore =>
  attachments === undefined ? diskStore(dataDir) : s3Store(attachments);
