import { Badge, Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { BankFileItem, BankFileItemKind } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { formatMoney } from "#ui/money/money.tsx";
import { TextLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay } from "#ui/page/when.tsx";
import classes from "../bank-files.module.css";
import { AssignDialog } from "./assign-dialog.tsx";
import { IgnoreDialog } from "./ignore-dialog.tsx";

export const itemKindNames: Readonly<Record<BankFileItemKind, string>> = {
  unknownPayment: "Unknown payment",
  contradiction: "Contradiction",
  unknownCode: "Unknown code",
  unreadable: "Not readable",
  otherEntry: "Not an answer",
  dispute: "Disputed return",
  otherCompany: "Another company",
  otherAccount: "Another account",
};

/** What a received file says and could not be applied: why, what to do, and the decision. Nothing if all of it was. */
export function ItemsSection({ items, today }: { readonly items: readonly BankFileItem[]; readonly today: string }) {
  if (items.length === 0) return null;
  const open = items.filter(({ state }) => state === "open");
  return (
    <Section
      title={open.length === 0 ? "Items that were decided" : `Open items (${open.length})`}
      actions={open.length > 1 && <IgnoreAll items={open} />}
      flush
    >
      <ul className={classes["files"]} aria-label="Items of the file">
        {items.map((item) => (
          <li key={item.id} className={classes["item"]}>
            <Item item={item} today={today} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function IgnoreAll({ items }: { readonly items: readonly BankFileItem[] }) {
  const mayDecide = useRight("manageOrganization");
  const [ignoring, dialog] = useDisclosure();
  if (!mayDecide) return null;
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={dialog.open}>
        Ignore all
      </Button>
      {ignoring && <IgnoreDialog items={items} onClose={dialog.close} />}
    </>
  );
}

function Item({ item, today }: { readonly item: BankFileItem; readonly today: string }) {
  const { kind, place, code, amount, currency, reason, nextStep, actBy, note, transactionId, state } = item;
  const facts = [place, code, item.reference].filter((fact) => fact !== null);
  return (
    <>
      <Group gap="sm" justify="space-between" align="baseline">
        <Text size="sm" fw={550}>
          {itemKindNames[kind]}
          {amount !== null && `, ${currency === "USD" ? formatMoney(amount) : `${amount} ${currency ?? ""}`}`}
        </Text>
        {state === "open" ? (
          <Deadline actBy={actBy} today={today} />
        ) : (
          <Badge variant="light">{stateNames[state]}</Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {facts.join(" · ")}
      </Text>
      <Text size="sm">{reason}</Text>
      {nextStep !== null && (
        <Text size="sm" c="dimmed">
          {nextStep}
        </Text>
      )}
      {note !== null && <Text size="sm">Note: {note}</Text>}
      <Group gap="md" mt={4}>
        {transactionId !== null && (
          <TextLink to="/transactions/$transactionId" params={{ transactionId }} size="xs">
            {state === "assigned" ? "Payment" : "The payment it may be about"}
          </TextLink>
        )}
        {state === "open" && <ItemButtons item={item} />}
      </Group>
    </>
  );
}

const stateNames = { assigned: "Assigned", ignored: "Ignored", applied: "Applied" } as const;

function Deadline({ actBy, today }: { readonly actBy: string | null; readonly today: string }) {
  if (actBy === null) return <StatusMark color="orange">Open</StatusMark>;
  const isOverdue = actBy < today;
  return (
    <StatusMark color={isOverdue ? "red" : "orange"}>
      {`${isOverdue ? "Was due" : "Due"} ${formatDay(actBy)}`}
    </StatusMark>
  );
}

function ItemButtons({ item }: { readonly item: BankFileItem }) {
  const mayDecide = useRight("manageOrganization");
  const [dialog, setDialog] = useState<"assign" | "ignore">();
  if (!mayDecide) return <Text size="xs">An administrator decides about it.</Text>;
  const close = () => setDialog(undefined);
  return (
    <>
      {item.assignable && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Assign to a payment: ${item.place}`}
          onClick={() => setDialog("assign")}
        >
          Assign to a payment
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Ignore: ${item.place}`}
        onClick={() => setDialog("ignore")}
      >
        Ignore
      </Button>
      {dialog === "assign" && <AssignDialog item={item} onClose={close} />}
      {dialog === "ignore" && <IgnoreDialog items={[item]} onClose={close} />}
    </>
  );
}
