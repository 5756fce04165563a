import type { Service } from "#kernel/process/service.ts";

/** What building files needs of the service. */
export type FileService = Pick<Service, "database" | "vault" | "clock" | "newId" | "log">;
