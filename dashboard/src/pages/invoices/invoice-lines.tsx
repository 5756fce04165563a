import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { formatMoney } from "../../ui/money/money.tsx";
import { draftTotals, type TypedLine } from "./draft-totals.ts";
import { emptyLine } from "./invoice-draft.ts";
import classes from "./invoices.module.css";

/** The lines of an invoice, with totals while typing. */
export function InvoiceLines({
  lines,
  errors,
  onChange,
}: {
  readonly lines: readonly TypedLine[];
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (lines: readonly TypedLine[]) => void;
}) {
  const totals = draftTotals(lines);
  const change = (key: string, part: Partial<TypedLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  return (
    <Stack gap="sm">
      {lines.map((line, at) => (
        <fieldset key={line.key} className={classes["line"]} aria-label={`Line ${at + 1}`}>
          <TextInput
            label="Description"
            value={line.name}
            error={errors[`lineItems.${at}.name`]}
            onChange={(event) => change(line.key, { name: event.currentTarget.value })}
          />
          <TextInput
            label="Quantity"
            inputMode="decimal"
            value={line.quantity}
            error={errors[`lineItems.${at}.quantity`]}
            onChange={(event) => change(line.key, { quantity: event.currentTarget.value })}
          />
          <TextInput
            label="Price"
            inputMode="decimal"
            value={line.unitPrice}
            error={errors[`lineItems.${at}.unitPrice`]}
            onChange={(event) => change(line.key, { unitPrice: event.currentTarget.value })}
          />
          <TextInput
            label="Tax %"
            inputMode="decimal"
            placeholder="None"
            value={line.salesTaxRate}
            error={errors[`lineItems.${at}.salesTaxRate`]}
            onChange={(event) => change(line.key, { salesTaxRate: event.currentTarget.value })}
          />
          <Group gap={4} wrap="nowrap" justify="flex-end" className={classes["lineEnd"] ?? ""}>
            <Text size="sm" className="figures">
              {formatMoney(totals.lines[at] ?? 0)}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove line ${at + 1}`}
              disabled={lines.length === 1}
              onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        </fieldset>
      ))}
      {errors["lineItems"] !== undefined && (
        <Text size="sm" c="red" role="alert">
          Lines: {errors["lineItems"]}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Group gap="xs" align="flex-start">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...lines, emptyLine()])}
          >
            Add line
          </Button>
        </Group>
        <dl className={classes["totals"]} aria-live="polite">
          <dt>Subtotal</dt>
          <dd>{formatMoney(totals.subtotal)}</dd>
          <dt>Sales tax</dt>
          <dd>{formatMoney(totals.tax)}</dd>
          <dt>Total</dt>
          <dd data-strong>{formatMoney(totals.total)}</dd>
        </dl>
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        A negative price is a discount. Each line and its tax are rounded to a cent.
      </Text>
    </Stack>
  );
}
