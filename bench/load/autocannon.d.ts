/** The part of autocannon that this benchmark uses; it has no types of its own. */
declare module "autocannon" {
  interface Options {
    readonly url: string;
    readonly method: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly warmup: { readonly connections: number; readonly duration: number };
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly workers: number;
  }
  interface Result {
    readonly non2xx: number;
    readonly errors: number;
    readonly duration: number;
    readonly requests: { readonly total: number };
    readonly latency: { readonly p50: number };
  }
  // biome-ignore lint/style/noDefaultExport: autocannon has a default export
  export default function autocannon(options: Options): Promise<Result>;
}
