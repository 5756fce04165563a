import { ActionIcon, Button, Group, Input, NativeSelect, NumberInput, Text } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { countText } from "../../ui/page/count-text.ts";
import classes from "./reminder-days.module.css";

/** The API's limits. */
const DAYS = { before: 60, after: 365, count: 10 } as const;

/** Offered first, unless they are there already. */
const USUAL = [7, 14, 30, 45, 60, 90];

const textOf = (day: number): string => {
  if (day === 0) return "On the due date";
  return `${countText(Math.abs(day), "day")} ${day < 0 ? "before" : "after"}`;
};

/** When reminders are emailed: negative days are before the due date. */
export function ReminderDays({
  days,
  disabled,
  onChange,
}: {
  readonly days: readonly number[];
  readonly disabled: boolean;
  readonly onChange: (days: readonly number[]) => void;
}) {
  const inOrder = days.toSorted((a, b) => a - b);
  return (
    <Input.Wrapper
      labelElement="div"
      label="Reminders"
      description="Before and after the due date"
      inputWrapperOrder={["label", "description", "input"]}
    >
      {inOrder.length === 0 && (
        <Text size="sm" mt={6}>
          No reminders
        </Text>
      )}
      <ul className={classes["days"]} aria-label="Reminders">
        {inOrder.map((day) => (
          <li key={day} className={classes["day"]} data-disabled={disabled || undefined}>
            {textOf(day)}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="xs"
              disabled={disabled}
              aria-label={`Remove reminder ${textOf(day)}`}
              onClick={() => onChange(days.filter((each) => each !== day))}
            >
              <IconX size={12} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {!disabled && days.length < DAYS.count && <AddDay days={days} onAdd={(day) => onChange([...days, day])} />}
    </Input.Wrapper>
  );
}

function AddDay({ days, onAdd }: { readonly days: readonly number[]; readonly onAdd: (day: number) => void }) {
  const [count, setCount] = useState<number | string>(USUAL.find((usual) => !days.includes(usual)) ?? "");
  const [side, setSide] = useState<"before" | "after">("after");
  const day = typeof count === "number" && Number.isInteger(count) ? (side === "before" ? -count : count) : undefined;
  const isPossible = day !== undefined && count !== "" && Number(count) <= DAYS[side] && !days.includes(day || 0);
  return (
    <Group gap="xs" mt="xs">
      <NumberInput
        aria-label="Number of days"
        size="xs"
        w={72}
        min={0}
        max={DAYS[side]}
        allowDecimal={false}
        allowNegative={false}
        value={count}
        onChange={setCount}
      />
      <NativeSelect
        aria-label="Before or after the due date"
        size="xs"
        value={side}
        data={[
          { value: "before", label: "days before" },
          { value: "after", label: "days after" },
        ]}
        onChange={(event) => setSide(event.currentTarget.value === "before" ? "before" : "after")}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={!isPossible}
        // Minus zero is the due date, too.
        onClick={() => day !== undefined && onAdd(day || 0)}
      >
        Add reminder
      </Button>
    </Group>
  );
}
