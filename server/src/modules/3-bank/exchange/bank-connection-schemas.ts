import { type Static, Type } from "typebox";
import { present } from "#kernel/assert.ts";
import { Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { inWords } from "#kernel/states/state-table.ts";
import type { BankConnection } from "./bank-connection.ts";
import { bankRails, connectionKinds } from "./bank-rail.ts";
import { type ConnectionState, connectionStates } from "./connections/connection-states.ts";
import { placeOf } from "./connections/connection-summary.ts";
import { FirstDaysSchema } from "./settings/first-days.ts";

/** Removed connections are not shown. */
const states = ["draft", "rehearsal", "live"] as const satisfies readonly ConnectionState[];
const shownStateOf = (state: ConnectionState) =>
  present(
    states.find((each) => each === state),
    "only connections that are not removed are listed",
  );

export const BankConnectionSchema = object(
  {
    id: Uuid("The connection."),
    name: Type.String({ description: "Its name." }),
    rail: OneOf(bankRails, "The rail whose payments it carries.", "BankRail"),
    kind: OneOf(connectionKinds, "How files reach the bank."),
    state: OneOf(states, inWords(connectionStates, states)),
    accountIds: Type.Array(Uuid("An account."), { description: "The accounts whose payments it carries." }),
    place: Type.String({ description: "Where files go: a folder, or a user, host, and port." }),
    firstDays: Nullable(FirstDaysSchema),
    testedAt: Nullable(Timestamp("When its current settings passed a test.")),
    liveAt: Nullable(Timestamp("When it went live.")),
    createdAt: Timestamp("When it was added."),
  },
  { title: "BankConnection" },
);

/** As the API shows it: without secrets. */
export const renderConnection = (connection: BankConnection): Static<typeof BankConnectionSchema> => ({
  id: connection.connectionId,
  name: connection.name,
  rail: connection.rail,
  kind: connection.kind,
  state: shownStateOf(connection.state),
  accountIds: [...connection.accountIds],
  place: placeOf(connection),
  firstDays: connection.firstDays,
  testedAt: connection.testedAt?.toISOString() ?? null,
  liveAt: connection.liveAt?.toISOString() ?? null,
  createdAt: connection.createdAt.toISOString(),
});
