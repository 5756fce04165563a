import { Text } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import type { BankConnection } from "#api/generated/types.gen.ts";
import classes from "#ui/bank-connections/steps.module.css";
import { Folded } from "#ui/forms/folded.tsx";
import { Section } from "#ui/page/section.tsx";

interface Item {
  readonly text: string;
  /** Undefined: only a person can know. */
  readonly done?: boolean;
  readonly detail?: string;
}

const itemsOf = ({ rail, accountIds, testedAt, state, firstDays }: BankConnection): readonly Item[] => [
  {
    text: "It has an account",
    done: accountIds.length > 0,
    detail: "Use the Change button above.",
  },
  {
    text: "Its test has passed with the current settings",
    done: testedAt !== null,
    detail: "Use the Test button above.",
  },
  {
    text: "Its rehearsal has begun",
    done: state === "rehearsal",
    detail:
      "Payments are then put into files that are validated and listed, but not sent. The payments fail, and their money is available again. Use the button above.",
  },
  {
    text: "The bank has confirmed a rehearsed file",
    detail: "Download a file of the rehearsal, give it to the bank, and ask it to validate it.",
  },
  {
    text: "The bank has confirmed the settings",
    detail:
      "Host keys, directories, and file names; the names and IDs in the files; cut-offs; how it acknowledges files, and within how long.",
  },
  {
    text: "The bank has named whom to call about a file in doubt",
    detail: "Keep the phone number at hand.",
  },
  {
    text: "Limits for the first days are set",
    done: firstDays !== null,
    detail: "With the Change button: the most for one payment and for one day, and the last day on which they apply.",
  },
  ...(rail === "ach"
    ? [
        {
          text: "You have decided about prenotes",
          detail:
            "A prenote is a zero-dollar entry that tests an account before the first payment to it, which then waits for about four banking days. Banks recommend prenotes for payments to people.",
        },
      ]
    : []),
  {
    text: "Go live",
    detail:
      "There is no way back to the rehearsal. Payments that it left are not sent: they end as failed. Approvals given in it do not count: scheduled payments need approval again. Afterward, a penny test follows one payment of $0.01.",
  },
];

/** What must be done before connections go live: the steps of one, or a line for each of several. */
export function GoingLive({ connections }: { readonly connections: readonly BankConnection[] }) {
  const [first, ...others] = connections;
  if (first === undefined) return null;
  if (others.length === 0)
    return (
      <Section title={`Before ${first.name} goes live`}>
        <Steps items={itemsOf(first)} />
      </Section>
    );
  return (
    <Section title="Before they go live">
      {connections.map((connection) => {
        const items = itemsOf(connection);
        const done = items.filter((item) => item.done).length;
        return (
          <Folded key={connection.id} label={`${connection.name}: ${done} of ${items.length} steps done`}>
            <Steps items={items} />
          </Folded>
        );
      })}
    </Section>
  );
}

const Steps = ({ items }: { readonly items: readonly Item[] }) => (
  <ol className={classes["steps"]}>
    {items.map((item) => (
      <GoingLiveItem key={item.text} item={item} />
    ))}
  </ol>
);

function GoingLiveItem({ item: { text, done, detail } }: { readonly item: Item }) {
  return (
    <li className={classes["step"]}>
      {done ? (
        <IconCircleCheck size={18} color="var(--bursar-money-in)" role="img" aria-label="Done" />
      ) : (
        <IconCircleDashed size={18} color="var(--mantine-color-dimmed)" role="img" aria-label="To do" />
      )}
      <div className={classes["text"]}>
        <Text size="sm" fw={550}>
          {text}
        </Text>
        {!done && detail !== undefined && (
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        )}
      </div>
    </li>
  );
}
