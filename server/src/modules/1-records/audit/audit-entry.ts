import type { AuditAction } from "./actions.ts";

/** The actor. A payee is the holder of a recipient invite's link; its id is the invite's id. */
export interface Actor {
  readonly type: "token" | "user" | "bank" | "operator" | "service" | "payee" | "payer";
  readonly id?: string;
  readonly address?: string;
  readonly httpRequestId?: string;
  /** The program through which an agent acts; recorded with what it did. */
  readonly via?: string;
}

/** An action on a resource. `before` and `after` hold what changed; never bank details. */
export interface AuditEntry {
  /** `resource.verb`, such as `recipient.update`: one that the audit log can put in a sentence. */
  readonly action: AuditAction;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** When it was done, for a backfill; now by default. */
  readonly at?: Date;
}
