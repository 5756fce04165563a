/** Who did it. */
export interface Actor {
  readonly type: "token" | "user" | "bank" | "operator" | "service";
  readonly id?: string;
  readonly address?: string;
  readonly httpRequestId?: string;
}

/** What was done to what. `before` and `after` hold what changed; never bank details. */
export interface AuditEntry {
  /** `resource.verb`, such as `recipient.update`. */
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}
