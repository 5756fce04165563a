import { isAbsolute } from "node:path";
import { Type } from "typebox";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { object } from "#kernel/http/schemas.ts";
import { version } from "#kernel/process/version.ts";
import { writeBackup } from "../backup/write-backup.ts";
import { type AdminCommand, adminCommand } from "./command.ts";

/** The command line's report about a written backup. */
export interface ShownBackup {
  readonly file: string;
  readonly bytes: number;
  readonly files: number;
  readonly takenAt: string;
  readonly masterKeyId: string;
}

export const backupCommands: Readonly<Record<string, AdminCommand>> = {
  "backup.write": adminCommand(object({ file: Type.String() }), async ({ service }, { file }): Promise<ShownBackup> => {
    if (!isAbsolute(file)) throw invalidRequest([{ path: "file", message: "must be an absolute path" }]);
    const written = await writeBackup(service, file, version());
    return { ...written, takenAt: written.takenAt.toISOString() };
  }),
};
