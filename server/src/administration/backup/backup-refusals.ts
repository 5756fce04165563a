import { type RefusalTable, refuser } from "#kernel/refusal.ts";

const backupRefusals = {
  backupNeedsEmbedded: {
    status: 409,
    title: "The service uses a PostgreSQL server",
    message:
      "bursar backup copies the embedded database. This service uses a PostgreSQL server: back it up with the server's own tools, as docs/operate/backup.md describes.",
  },
  backupRunning: {
    status: 409,
    title: "Another backup of this data folder is running",
    message: "Another backup of this data folder is running. Wait until it ends.",
  },
  backupFileExists: {
    status: 409,
    title: "The file of a new backup exists already",
    message: "{file} exists already. A backup never overwrites a file: choose another name.",
  },
  backupFileUnusable: {
    status: 400,
    title: "The file of a new backup cannot be written",
    message: "The backup cannot be written to {file} ({problem}).",
  },
} as const satisfies RefusalTable;

export const refuseBackup = refuser(backupRefusals);
