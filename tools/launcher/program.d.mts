interface Runtime {
  readonly name: string;
  readonly file: string;
  readonly sha256: string;
}
export const RUNTIMES: Readonly<
  Record<"linux-x64" | "linux-arm64" | "darwin-arm64" | "darwin-x64" | "win32-x64", Runtime>
>;
