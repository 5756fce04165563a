import { NativeSelect, SimpleGrid } from "@mantine/core";
import { allMethods, shownMethods } from "#ui/money/payment-methods.ts";
import { countText } from "#ui/page/count-text.ts";
import { Section } from "#ui/page/section.tsx";
import { isUnknownMethod, type MethodMeaning, methodKey } from "../rows/row-cells.ts";
import type { FileJob } from "../use-job.ts";

/** Asks once what each word of the file for a payment method means. */
export function MethodWords({ state, disabled }: { readonly state: FileJob; readonly disabled: boolean }) {
  const words = new Map<string, { readonly text: string; rows: number }>();
  for (const { texts } of state.payments) {
    if (!isUnknownMethod(texts.paymentMethod)) continue;
    const key = methodKey(texts.paymentMethod);
    const word = words.get(key) ?? { text: texts.paymentMethod, rows: 0 };
    words.set(key, { ...word, rows: word.rows + 1 });
  }
  if (words.size === 0) return null;
  const { methods } = state.job.decisions;
  return (
    <Section title="Payment methods in the file">
      <SimpleGrid cols={{ base: 1, sm: 3, lg: 4 }} spacing="sm">
        {[...words].map(([key, { text, rows }]) => (
          <NativeSelect
            key={key}
            size="xs"
            label={`“${text.slice(0, 40)}” means`}
            description={countText(rows, "row")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            disabled={disabled}
            error={methods[key] === undefined && "Choose a method"}
            value={methods[key] ?? ""}
            data={[
              ...(methods[key] === undefined ? [{ value: "", label: "Choose" }] : []),
              { value: "default", label: "Recipient’s default" },
              ...allMethods.map((method) => ({ value: method, label: shownMethods[method].name })),
            ]}
            // The options are meanings, and the empty one is not chosen.
            onChange={({ currentTarget: { value } }) =>
              state.decide((before) => ({ methods: { ...before.methods, [key]: value as MethodMeaning } }))
            }
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}
