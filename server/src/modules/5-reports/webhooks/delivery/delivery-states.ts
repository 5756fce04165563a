import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/**
 * One event on its way to one endpoint (ADR 0014). It waits, is claimed and tried by the courier (courier.ts), and
 * waits again after each failure, until it is delivered or abandoned. A claim is a lease and not a state: it expires.
 */
export const deliveryStates = stateTable({
  title: "Webhook deliveries",
  table: "webhook_deliveries",
  column: "state",
  states: {
    waiting: "tried until it is delivered",
    delivered: "the endpoint acknowledged it",
    abandoned: "refused for three days while other events got through, or the endpoint was deleted",
  },
  initial: ["waiting"],
  columns: {
    delivered_at: { set: ["delivered"] },
    claimed_until: { set: [], either: ["waiting"] },
  },
  moves: {
    deliver: { from: ["waiting"], to: "delivered", when: "An attempt is acknowledged" },
    retry: { from: ["waiting"], to: "waiting", when: "An attempt fails and another one follows" },
    abandon: {
      from: ["waiting"],
      to: "abandoned",
      when: "The last attempt fails while the endpoint accepts others, or the endpoint is deleted",
    },
  },
});
export type DeliveryState = StatesOf<typeof deliveryStates>;
export type DeliveryTrigger = TriggersOf<typeof deliveryStates>;
