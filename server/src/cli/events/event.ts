import { Option } from "commander";
import { type Color, printable, stateColor } from "../output.ts";

/** An event, as `GET /events` shows it and as webhooks deliver it (api/openapi.json). */
export interface Event {
  readonly id: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly operationType: string;
  readonly occurredAt: string;
  readonly mergePatch: Readonly<Record<string, unknown>>;
  readonly previousValues: Readonly<Record<string, unknown>> | null;
}

/** What webhook endpoints can name, too; a test compares them. */
export const eventTypes = [
  "transaction.created",
  "transaction.updated",
  "checkingAccount.balance.updated",
  "savingsAccount.balance.updated",
  "treasuryAccount.balance.updated",
  "investmentAccount.balance.updated",
  "creditAccount.balance.updated",
] as const;

export const eventsOption = () =>
  new Option("--events <type...>", "only events of these types").choices(eventTypes as readonly string[]);

/** Its type, which its body does not contain. */
export function typeOf({ resourceType, operationType }: Pick<Event, "resourceType" | "operationType">): string {
  if (resourceType !== "transaction") return `${resourceType}.balance.updated`;
  return `transaction.${{ create: "created", update: "updated" }[operationType] ?? operationType}`;
}

/** Whether it is of one of these types; without types, any is. */
export const isOfType = (event: Event, types: unknown): boolean =>
  !Array.isArray(types) || types.length === 0 || types.includes(typeOf(event));

/** What it changed, in a few words: `status: pending → sent`. */
export function eventChanges({ mergePatch, previousValues }: Event): string {
  const changes = Object.entries(mergePatch).filter(([, value]) => value !== null && typeof value !== "object");
  const texts = changes.map(([name, value]) => {
    const before = previousValues?.[name];
    return before === null || before === undefined ? `${name}: ${value}` : `${name}: ${before} → ${value}`;
  });
  return printable(texts.join(", "));
}

export const eventColor = ({ mergePatch }: Event): Color | undefined =>
  typeof mergePatch["status"] === "string" ? stateColor(mergePatch["status"]) : undefined;

/** `10:42:01`, on the clock of the reader. */
export const timeText = (at: Date): string => at.toLocaleTimeString("en-GB");
