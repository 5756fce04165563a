import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { formatMoney } from "#ui/money/money.tsx";
import classes from "../invoices.module.css";
import { type DraftTotals, draftTotals, type TypedLine } from "./draft-totals.ts";
import { emptyLine } from "./invoice-draft.ts";

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
  return (
    <Stack gap="sm">
      {lines.map((line, at) => (
        <LineFields
          key={line.key}
          line={line}
          at={at}
          amount={totals.lines[at] ?? 0}
          errors={errors}
          onChange={(part) => onChange(lines.map((each) => (each.key === line.key ? { ...each, ...part } : each)))}
          onRemove={lines.length === 1 ? undefined : () => onChange(lines.filter(({ key }) => key !== line.key))}
        />
      ))}
      {errors["lineItems"] !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
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
        <Totals totals={totals} />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        A negative price is a discount. Each line and its tax are rounded to a cent.
      </Text>
    </Stack>
  );
}

function LineFields({
  line,
  at,
  amount,
  errors,
  onChange,
  onRemove,
}: {
  readonly line: TypedLine;
  readonly at: number;
  readonly amount: number;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (part: Partial<TypedLine>) => void;
  /** Undefined for the only line. */
  readonly onRemove: (() => void) | undefined;
}) {
  const field = (name: "name" | "quantity" | "unitPrice" | "salesTaxRate") => ({
    value: line[name],
    error: errors[`lineItems.${at}.${name}`],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <fieldset className={classes["line"]} aria-label={`Line ${at + 1}`}>
      <TextInput label="Description" {...field("name")} />
      <TextInput label="Quantity" inputMode="decimal" {...field("quantity")} />
      <TextInput label="Price" inputMode="decimal" {...field("unitPrice")} />
      <TextInput label="Tax %" inputMode="decimal" placeholder="None" {...field("salesTaxRate")} />
      <Group gap={4} wrap="nowrap" justify="flex-end" className={classes["lineEnd"] ?? ""}>
        <Text size="sm" className="figures">
          {formatMoney(amount)}
        </Text>
        {onRemove && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove line ${at + 1}`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </fieldset>
  );
}

const Totals = ({ totals }: { readonly totals: DraftTotals }) => (
  <dl className={classes["totals"]} aria-live="polite">
    <dt>Subtotal</dt>
    <dd>{formatMoney(totals.subtotal)}</dd>
    <dt>Sales tax</dt>
    <dd>{formatMoney(totals.tax)}</dd>
    <dt>Total</dt>
    <dd data-strong>{formatMoney(totals.total)}</dd>
  </dl>
);
