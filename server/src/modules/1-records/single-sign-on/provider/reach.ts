/** How the provider is reached: the application uses what guards webhooks, which never reaches private addresses. */
export interface ProviderReach {
  /** What is wrong with the provider's address; undefined if it may be called. */
  urlProblem(url: string): string | undefined;
  /** Whether addresses without TLS are accepted: in sandbox mode, for a provider under development. */
  readonly allowHttp: boolean;
  /** `fetch` with a limit of time and size that follows no redirect. */
  readonly fetch: (url: string, options: ReachOptions) => Promise<Response>;
}

export interface ReachOptions {
  readonly method?: string | undefined;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: ConstructorParameters<typeof Response>[0];
  readonly signal?: AbortSignal | null | undefined;
}
