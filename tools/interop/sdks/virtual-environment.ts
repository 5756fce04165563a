import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, runWith } from "../run-program.ts";

/** An environment of Python with packages, and the variables for programs that run in it. */
export interface VirtualEnvironment {
  readonly python: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Makes the environment again only if it has other packages. */
export function virtualEnvironment(folder: string, packages: readonly string[]): VirtualEnvironment {
  const python = join(folder, "bin/python");
  const listed = join(folder, "packages.txt");
  const environment = {
    VIRTUAL_ENV: folder,
    PATH: [join(folder, "bin"), process.env["PATH"] ?? ""].join(delimiter),
  };
  if (existsSync(listed) && readFileSync(listed, "utf8") === packages.join("\n")) return { python, environment };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(folder, "python3", "-m", "venv", ".");
  runWith(environment, folder, python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages);
  writeFileSync(listed, packages.join("\n"));
  return { python, environment };
}
