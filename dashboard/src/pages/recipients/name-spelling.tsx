import { Alert, Checkbox, List, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getNameSpellingOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { NameSpelling } from "../../api/generated/types.gen.ts";
import { methodName, type PaymentMethod } from "../../ui/money/payment-methods.ts";

const PAUSE_MS = 200;

type Spelled = NameSpelling["nameOnPayments"][number];

/** What payments by these methods would carry instead of the name. */
export const otherSpellings = (
  { nameOnPayments }: Pick<NameSpelling, "nameOnPayments">,
  name: string,
  methods: readonly PaymentMethod[],
): readonly Spelled[] =>
  nameOnPayments.filter((spelled) => methods.includes(spelled.paymentMethod) && spelled.name !== name);

export interface TypedName {
  /** Why no payment can carry the name. */
  readonly problem: string | undefined;
  readonly others: readonly Spelled[];
  /** The user has seen what payments carry instead. */
  readonly isConfirmed: boolean;
  /** False until the service has said how it is written. */
  readonly isKnown: boolean;
  readonly confirm: (isConfirmed: boolean) => void;
}

/** How payments would carry the name that is being typed. */
export function useTypedName(name: string, methods: readonly PaymentMethod[]): TypedName {
  const typed = name.trim();
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  const spelling = useQuery({
    ...getNameSpellingOptions({ query: { name: asked } }),
    enabled: asked !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [confirmed, setConfirmed] = useState("");
  const spellingOfTyped = asked === typed && asked !== "" ? spelling.data : undefined;
  const others = spellingOfTyped === undefined ? [] : otherSpellings(spellingOfTyped, typed, methods);
  // Another name, or a method with another spelling, needs another confirmation.
  const shown = JSON.stringify(others);
  return {
    problem: spellingOfTyped?.nameProblem ?? undefined,
    others,
    isConfirmed: others.length === 0 || confirmed === shown,
    // The service refuses what it could not be asked about.
    isKnown: typed === "" || spellingOfTyped !== undefined || (asked === typed && spelling.isError),
    confirm: (isConfirmed) => setConfirmed(isConfirmed ? shown : ""),
  };
}

/** Asks for a confirmation if payments carry the name in another spelling. */
export function ConfirmSpelling({ name }: { readonly name: TypedName }) {
  if (name.others.length === 0) return null;
  return (
    <Alert color="yellow" title="Payments carry the name in this spelling">
      <Stack gap="xs">
        <Text size="sm">Banks’ files have plain Latin letters, and fields of limited width.</Text>
        <SpellingList spellings={name.others} />
        <Checkbox
          label="This spelling is right"
          required
          checked={name.isConfirmed}
          onChange={(event) => name.confirm(event.currentTarget.checked)}
        />
      </Stack>
    </Alert>
  );
}

export const SpellingList = ({ spellings }: { readonly spellings: readonly Spelled[] }) => (
  <List size="sm" listStyleType="none">
    {spellings.map(({ paymentMethod, name }) => (
      <List.Item key={paymentMethod}>
        {methodName(paymentMethod)}: <b>{name}</b>
      </List.Item>
    ))}
  </List>
);
