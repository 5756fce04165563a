// The thread that unpacks a snapshot, while the process that serves it loads the service.
import { parentPort, workerData } from "node:worker_threads";
import { present } from "#kernel/assert.ts";
import { restoreSnapshot } from "./snapshot.ts";

const { path, dataDir } = workerData as { readonly path: string; readonly dataDir: string };
present(parentPort, "runs in a worker thread").postMessage(restoreSnapshot(path, dataDir));
