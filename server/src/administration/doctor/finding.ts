import type { Service } from "#kernel/process/service.ts";

/** What the doctor found about one part of an installation. */
export interface DoctorFinding {
  readonly check: string;
  /** `critical`: money or its records can be lost, or the service cannot work. */
  readonly level: "ok" | "warning" | "critical";
  /** What is the case, as a sentence. */
  readonly found: string;
  /** What to do about it; absent if nothing. */
  readonly todo?: string;
}

/** What checks look at. They read and never write. */
export interface Patient extends Pick<Service, "config" | "database"> {
  /** Opens the keys; rejects if the master key is not here, or not the one of this database. */
  readonly keys: () => Promise<Service["vault"]>;
}

/** What production must not lack is only a warning in a sandbox, where no money can be lost. */
export const inProduction = ({ config }: Patient): "critical" | "warning" =>
  config.mode === "production" ? "critical" : "warning";

export const ok = (check: string, found: string): DoctorFinding => ({ check, level: "ok", found });
