import { object } from "#kernel/http/schemas.ts";
import { examine } from "../doctor/examine.ts";
import type { DoctorFinding } from "../doctor/finding.ts";
import { type AdminCommand, adminCommand } from "./command.ts";

export type ShownFinding = DoctorFinding;

export const doctorCommands: Readonly<Record<string, AdminCommand>> = {
  "doctor.examine": adminCommand(
    object({}),
    ({ service }): Promise<readonly ShownFinding[]> => examine({ ...service, keys: async () => service.vault }),
  ),
};
