import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { frequencyNames } from "../scheduled/schedule-words.ts";
import { dayOf, type PaymentDraft } from "./payment-draft.ts";

interface DayProps {
  readonly draft: PaymentDraft;
  readonly errors: Readonly<Record<string, string>>;
  readonly alwaysRepeats: boolean;
  readonly onChange: (changes: Partial<PaymentDraft>) => void;
}

const frequencies = Object.entries(frequencyNames).map(([value, label]) => ({ value, label }));

/** When the payment is made, and whether it repeats. */
export function DayFields({ draft, errors, alwaysRepeats, onChange }: DayProps) {
  const repeats = draft.repeat !== "";
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={repeats ? "First payment on" : "Send on (optional)"}
          description={repeats ? "Or on the next matching day" : "Leave empty to send on approval"}
          type="date"
          required={repeats}
          value={draft.sendOn}
          error={errors["sendOn"] ?? errors["startOn"]}
          onChange={({ currentTarget }) => onChange({ sendOn: currentTarget.value })}
        />
        <NativeSelect
          label="Repeat"
          description={repeats ? "Each payment is approved separately" : "Weekly, monthly, or once"}
          data={alwaysRepeats ? frequencies : [{ value: "", label: "Does not repeat" }, ...frequencies]}
          value={draft.repeat}
          // A value of the options.
          onChange={({ currentTarget }) => onChange({ repeat: currentTarget.value as PaymentDraft["repeat"] })}
        />
      </SimpleGrid>
      {repeats && <RepeatFields draft={draft} errors={errors} onChange={onChange} />}
    </>
  );
}

const days = Array.from({ length: 31 }, (_, index) => String(index + 1)).map((value) => ({
  value,
  label: Number(value) > 28 ? `${value}, or the last day` : value,
}));

function RepeatFields({ draft, errors, onChange }: Omit<DayProps, "alwaysRepeats">) {
  const { repeat, dayOfMonth, sendOn, roll } = draft;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {repeat === "monthly" && (
        <NativeSelect
          label="Day of the month"
          data={days}
          value={dayOfMonth || dayOf(sendOn) || "1"}
          error={errors["dayOfMonth"]}
          onChange={({ currentTarget }) => onChange({ dayOfMonth: currentTarget.value })}
        />
      )}
      {repeat !== "lastBusinessDay" && (
        <NativeSelect
          label="On weekends and holidays"
          data={[
            { value: "after", label: "Pay on the business day after" },
            { value: "before", label: "Pay on the business day before" },
          ]}
          value={roll}
          onChange={({ currentTarget }) => onChange({ roll: currentTarget.value === "before" ? "before" : "after" })}
        />
      )}
      <EndFields draft={draft} errors={errors} onChange={onChange} />
    </SimpleGrid>
  );
}

function EndFields({ draft: { ends, endOn, endAfter }, errors, onChange }: Omit<DayProps, "alwaysRepeats">) {
  return (
    <>
      <NativeSelect
        label="Ends"
        data={[
          { value: "never", label: "When you stop it" },
          { value: "onDay", label: "On a date" },
          { value: "afterCount", label: "After a number of payments" },
        ]}
        value={ends}
        // A value of the options.
        onChange={({ currentTarget }) => onChange({ ends: currentTarget.value as PaymentDraft["ends"] })}
      />
      {ends === "onDay" && (
        <TextInput
          label="Last date"
          type="date"
          required
          value={endOn}
          error={errors["endOn"]}
          onChange={({ currentTarget }) => onChange({ endOn: currentTarget.value })}
        />
      )}
      {ends === "afterCount" && (
        <TextInput
          label="Number of payments"
          type="number"
          inputMode="numeric"
          min={1}
          max={1000}
          required
          value={endAfter}
          error={errors["endAfter"]}
          onChange={({ currentTarget }) => onChange({ endAfter: currentTarget.value })}
        />
      )}
    </>
  );
}
