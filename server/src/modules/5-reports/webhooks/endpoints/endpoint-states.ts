import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/**
 * A webhook endpoint. Users activate, pause, and delete it; the courier disables it after three days without a success
 * (ADR 0014). Its recent failures while it is active are in endpoint-health.ts.
 */
export const endpointStates = stateTable({
  title: "Webhook endpoints",
  table: "webhook_endpoints",
  column: "status",
  states: {
    active: "receives events",
    paused: "a person or token paused it: receives nothing",
    disabled: "failed for three days: receives nothing until it is set `active`",
    deleted: "permanently deleted",
  },
  initial: ["active"],
  columns: {
    secret: { set: ["active", "paused", "disabled"] },
    previous_secret: { set: [], either: ["active", "paused", "disabled"] },
  },
  moves: {
    activate: {
      from: ["active", "paused", "disabled"],
      to: "active",
      when: "A caller sets it active; what waited is due at once",
      refusal: "resourceNotFound",
    },
    pause: {
      from: ["active", "paused", "disabled"],
      to: "paused",
      when: "A caller pauses it",
      refusal: "resourceNotFound",
    },
    disable: { from: ["active"], to: "disabled", when: "It accepted no delivery for three days" },
    delete: {
      from: ["active", "paused", "disabled"],
      to: "deleted",
      when: "A caller deletes it; what waited is abandoned and its secrets are erased",
      refusal: "resourceNotFound",
    },
  },
});
export type EndpointStatus = StatesOf<typeof endpointStates>;
