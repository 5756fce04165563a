import { Button, Group, NativeSelect } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Section } from "#ui/page/section.tsx";
import { DataTable, type TableColumn } from "#ui/table/data-table.tsx";
import { TwoLines } from "#ui/table/two-lines.tsx";
import { clearlyNearest, type NearReason } from "../reading/recipients/near-names.ts";
import type { FileRecipient } from "../rows/file-rows.ts";
import type { FileJob } from "../use-job.ts";
import { NameCell, shortName } from "./name-cell.tsx";
import type { OpenName } from "./open-names.ts";
import { distinction, recipientLabel } from "./recipient-label.ts";

const SHOWN = 50;
const reasonTexts: Readonly<Record<NearReason, string>> = {
  spelling: "Same name, written differently",
  legalForm: "Same name, other legal form",
  typo: "Almost the same spelling",
  partOfName: "Part of the name",
};

/** Suggests recipients for names that are nearly theirs. Nothing is accepted without a look. */
export function NearMatches({ state, names }: { readonly state: FileJob; readonly names: readonly OpenName[] }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const list = useFocusedList(names.length);
  if (names.length === 0) return null;
  const choiceOf = ({ key, near }: OpenName) => chosen[key] ?? clearlyNearest(near)?.item.id ?? "";
  const accept = (those: readonly OpenName[]) => {
    const accepted = those.map((name) => [name.key, choiceOf(name)]);
    state.decide(({ recipients }) => ({ recipients: { ...recipients, ...Object.fromEntries(accepted) } }));
  };
  const ready = names.filter((name) => choiceOf(name) !== "");
  return (
    <div ref={list}>
      <Section
        flush
        title="Suggested recipients"
        actions={
          ready.length > 1 && (
            <Button size="xs" onClick={() => accept(ready)}>
              Accept all {ready.length}
            </Button>
          )
        }
      >
        <DataTable
          label="Suggested recipients"
          rows={names.slice(0, SHOWN)}
          rowKey={({ key }) => key}
          columns={columnsOf(state, {
            choiceOf,
            onChoose: ({ key }, id) => setChosen({ ...chosen, [key]: id }),
            onAccept: (name) => accept([name]),
          })}
        />
      </Section>
    </div>
  );
}

interface Choice {
  readonly choiceOf: (name: OpenName) => string;
  readonly onChoose: (name: OpenName, recipientId: string) => void;
  readonly onAccept: (name: OpenName) => void;
}

const columnsOf = (state: FileJob, { choiceOf, onChoose, onAccept }: Choice): readonly TableColumn<OpenName>[] => [
  { header: "In the file", cell: (name) => <NameCell state={state} name={name} /> },
  {
    header: "Recipient",
    cell: (name) => <Suggestion name={name} choice={choiceOf(name)} onChoose={(id) => onChoose(name, id)} />,
    width: "40%",
  },
  {
    header: "Why",
    cell: ({ near }) => (near[0] === undefined ? "Several have this name" : reasonTexts[near[0].reason]),
    wideOnly: true,
  },
  {
    header: "Actions",
    hideHeader: true,
    align: "right",
    cell: (name) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {name.namesakes.length === 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`No match for ${shortName(name.name)}`}
            onClick={() => state.decide(({ dismissed }) => ({ dismissed: [...dismissed, name.key] }))}
          >
            No match
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          data-accept
          disabled={choiceOf(name) === ""}
          aria-label={`Accept the recipient for ${shortName(name.name)}`}
          onClick={() => onAccept(name)}
        >
          Accept
        </Button>
      </Group>
    ),
  },
];

/** The recipient, or the choice between several. */
function Suggestion({
  name: { name, near, namesakes },
  choice,
  onChoose,
}: {
  readonly name: OpenName;
  readonly choice: string;
  readonly onChoose: (id: string) => void;
}) {
  const offered: readonly FileRecipient[] = namesakes.length > 0 ? namesakes : near.map(({ item }) => item);
  const [only] = offered;
  if (only !== undefined && offered.length === 1) return <TwoLines first={only.name} second={distinction(only)} />;
  return (
    <NativeSelect
      size="xs"
      aria-label={`Recipient for ${shortName(name)}`}
      value={choice}
      data={[
        { value: "", label: "Choose" },
        ...offered.map((each) => ({ value: each.id, label: recipientLabel(each) })),
      ]}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
    />
  );
}

/** Keeps the keyboard in the list: when an accepted row disappears, the next one's button has the focus. */
function useFocusedList(rows: number) {
  const list = useRef<HTMLDivElement>(null);
  const wasInside = useRef(false);
  useEffect(() => {
    const remember = (event: FocusEvent) => {
      wasInside.current = event.target instanceof Node && list.current?.contains(event.target) === true;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (rows > 0 && isLost && wasInside.current)
      list.current?.querySelector<HTMLButtonElement>("button[data-accept]:not(:disabled)")?.focus();
  }, [rows]);
  return list;
}
