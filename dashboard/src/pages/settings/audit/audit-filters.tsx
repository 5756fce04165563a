import { Button, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getAuditFiltersOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { AuditFilters as Choices } from "#api/generated/types.gen.ts";
import classes from "./audit-page.module.css";
import { ANY_ACTOR, actorIn, PEOPLE } from "./audit-query.ts";
import type { AuditSearch } from "./audit-search.ts";
import { ThingSearch } from "./thing-search.tsx";

type Change = Partial<Record<keyof AuditSearch, string | undefined>>;

export function AuditFilters({
  place,
  onChange,
}: {
  readonly place: AuditSearch;
  readonly onChange: (change: Change) => void;
}) {
  const { data } = useQuery({ ...getAuditFiltersOptions(), staleTime: 60_000 });
  const { actor, action, thing, from, to } = place;
  const [isUnfolded, setUnfolded] = useState([actor, action, thing, from, to].some((filter) => filter !== undefined));
  return (
    <search className={classes["bar"]} aria-label="Filter the audit log" data-folded={!isUnfolded || undefined}>
      <ThingSearch chosenId={place.id} onChange={(id) => onChange({ id })} />
      {!isUnfolded && (
        <Button className={classes["unfold"] ?? ""} variant="default" size="xs" onClick={() => setUnfolded(true)}>
          More filters
        </Button>
      )}
      <Choice
        label="Who"
        value={actorIn(place)}
        data={[...everyone, ...actorsOf(data)]}
        onChange={(actor) => onChange({ actor: actor ?? ANY_ACTOR })}
      />
      <Choice
        label="Action"
        value={place.action}
        data={grouped(data?.actions ?? [], ({ action, label, group }) => [group, { value: action, label }])}
        onChange={(action) => onChange({ action })}
      />
      <Choice
        label="About"
        value={place.thing}
        data={(data?.resourceTypes ?? []).map(({ type, label }) => ({ value: type, label }))}
        onChange={(thing) => onChange({ thing })}
      />
      {(["from", "to"] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          size="xs"
          label={name === "from" ? "From" : "To"}
          value={place[name] ?? ""}
          onChange={(event) => onChange({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
    </search>
  );
}

interface Item {
  readonly value: string;
  readonly label: string;
}
interface Items {
  readonly group: string;
  readonly items: Item[];
}

/** Choices in groups, in the order in which they come. */
function grouped<One>(all: readonly One[], of: (choice: One) => readonly [group: string, item: Item]): Items[] {
  const groups = Map.groupBy(all.map(of), ([group]) => group);
  return [...groups].map(([group, found]) => ({ group, items: found.map(([, item]) => item) }));
}

const everyone: readonly Item[] = [
  { value: PEOPLE, label: "All people" },
  { value: ANY_ACTOR, label: "People, tokens, the bank, and Bursar" },
];

const actorGroups: Readonly<Record<string, string>> = { user: "Users", token: "API tokens" };

const actorsOf = (data: Choices | undefined): Items[] =>
  grouped(data?.actors ?? [], ({ type, id, name }) => [
    id === null ? "Others" : (actorGroups[type] ?? "Others"),
    { value: id === null ? type : `${type}:${id}`, label: name },
  ]);

function Choice({
  label,
  value,
  data,
  onChange,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly data: (Item | Items)[];
  readonly onChange: (value: string | undefined) => void;
}) {
  return (
    <Select
      label={label}
      placeholder="Any"
      size="xs"
      searchable
      clearable
      nothingFoundMessage="Nothing found"
      clearButtonProps={{ "aria-label": `Clear ${label.toLowerCase()}` }}
      data={data}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}
