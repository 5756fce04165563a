/** Who did it. A payee is somebody who held a recipient invite's link; its id is that of the invite's row. */
export interface Actor {
  readonly type: "token" | "user" | "bank" | "operator" | "service" | "payee";
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
  /** When it was done, of a past that is told at once; now otherwise. */
  readonly at?: Date;
}
