import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { hasFieldProblems } from "../../api/api-error.ts";
import { createRecipient, setInternationalDetails } from "../../api/generated/sdk.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { Permitted } from "../../app/session/permitted.tsx";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { Problem } from "../../ui/feedback/problem.tsx";
import { newKey } from "../../ui/forms/new-key.ts";
import { submits } from "../../ui/forms/submits.ts";
import { UnsavedChanges } from "../../ui/forms/unsaved-changes.tsx";
import type { PaymentMethod } from "../../ui/money/payment-methods.ts";
import { ButtonLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { ActionBar } from "../../ui/page/record-page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useMoveOn } from "../../ui/page/use-move-on.ts";
import { BankFields, bankDetailsBody } from "./bank-fields.tsx";
import { problemsOfMethod } from "./field-problems.ts";
import { internationalBody } from "./international-fields.tsx";
import { ConfirmSpelling, useTypedName } from "./name-spelling.tsx";
import { detailsFor, noDetails, type TypedDetails } from "./typed-details.ts";

const route = getRouteApi("/signedIn/recipients/new");

const methods = [
  { method: "ach", label: "ACH and real-time payments", description: "A US bank account." },
  { method: "domesticWire", label: "Domestic wire", description: "Also requires the recipient’s address." },
  { method: "check", label: "Check", description: "Mailed to a US address." },
  {
    method: "internationalWire",
    label: "International wire",
    description: "A bank account outside the US, by BIC and IBAN or account number.",
  },
] as const satisfies readonly { method: PaymentMethod; label: string; description: string }[];
type OfferedMethod = (typeof methods)[number]["method"];

interface Typed {
  readonly name: string;
  /** The name on payments, if `name` cannot be written in them. */
  readonly nameInLatin: string;
  readonly nickname: string;
  readonly emails: string;
  readonly kind: string;
}

const nobody: Typed = { name: "", nameInLatin: "", nickname: "", emails: "", kind: "business" };
const byAch: Chosen = { ach: noDetails };

export function NewRecipientPage() {
  const { name: given = "", email = "", returnTo } = route.useSearch();
  const [first] = useState({ ...nobody, name: given, emails: email });
  const [typed, setTyped] = useState(first);
  const [chosen, setChosen] = useState(byAch);
  const moveOn = useMoveOn();
  const refresh = useRefresh();
  // A retry does not create a second recipient after a lost response or rejected international details.
  const key = useRef(newKey());
  const added = useRef<Recipient>(undefined);
  const inLatin = useTypedName(typed.nameInLatin, payableBy(chosen));
  const asTyped = useTypedName(typed.name, payableBy(chosen));
  const name = asTyped.problem === undefined ? asTyped : inLatin;
  const adding = useMutation({
    mutationFn: async () => {
      added.current ??= await add({ typed, isInLatin: asTyped.problem !== undefined, chosen, key: key.current });
      return chosen.internationalWire === undefined
        ? added.current
        : addAbroad(added.current, chosen.internationalWire);
    },
    onSuccess: async ({ id, name }) => {
      notifyDone(`${name} was added.`);
      void refresh("recipients");
      if (returnTo === "file") await moveOn({ to: "/pay/many", ignoreBlocker: true });
      else await moveOn({ to: "/recipients/$recipientId", params: { recipientId: id }, ignoreBlocker: true });
    },
  });
  return (
    <Page title="New recipient" lead="Add a person or business to pay. Bank details are validated.">
      <Permitted right="createRecipients" action="add recipients">
        <UnsavedChanges when={JSON.stringify([typed, chosen]) !== JSON.stringify([first, byAch])} />
        <form onSubmit={submits(() => adding.mutate())}>
          <Stack gap="md" maw={760}>
            {adding.error !== null && !hasFieldProblems(adding.error) && <Problem error={adding.error} />}
            <Who
              typed={typed}
              problems={{ name: asTyped.problem, nameInLatin: inLatin.problem }}
              errors={problemsOfMethod(adding.error, "ach")}
              onChange={setTyped}
            />
            <Ways chosen={chosen} error={adding.error} onChange={setChosen} />
            <ConfirmSpelling name={name} />
            <Group justify="flex-end">
              <ActionBar>
                <ButtonLink variant="default" to={returnTo === "file" ? "/pay/many" : "/recipients"}>
                  Cancel
                </ButtonLink>
                <Button type="submit" loading={adding.isPending} disabled={!asTyped.isKnown || !inLatin.isKnown}>
                  Add recipient
                </Button>
              </ActionBar>
            </Group>
          </Stack>
        </form>
      </Permitted>
    </Page>
  );
}

type Chosen = Partial<Record<OfferedMethod, TypedDetails>>;

/** The methods of the chosen details: those of ACH serve real-time payments, too. */
const payableBy = (chosen: Chosen): readonly PaymentMethod[] =>
  methods.flatMap(({ method }): PaymentMethod[] => {
    if (chosen[method] === undefined) return [];
    return method === "ach" ? ["ach", "realTimePayment"] : [method];
  });

function Who({
  typed,
  problems,
  errors,
  onChange,
}: {
  readonly typed: Typed;
  readonly problems: Readonly<Record<"name" | "nameInLatin", string | undefined>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (typed: Typed) => void;
}) {
  const field = (name: keyof Typed, path: string = name) => ({
    value: typed[name],
    error: errors[path],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...typed, [name]: event.currentTarget.value }),
  });
  return (
    <Section title="Recipient">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label="Name"
            description="The account holder’s name"
            required
            data-autofocus
            {...field("name")}
            error={problems.name === undefined ? errors["name"] : `This name ${problems.name}.`}
          />
          {problems.name !== undefined && (
            <TextInput
              label="Name in Latin letters"
              description={`As the recipient’s bank has it. “${typed.name.trim()}” becomes the nickname.`}
              required
              {...field("nameInLatin")}
              error={problems.nameInLatin === undefined ? errors["name"] : `This name ${problems.nameInLatin}.`}
            />
          )}
          <TextInput label="Nickname (optional)" description="Shown only to your organization" {...field("nickname")} />
          <TextInput label="Email (optional)" type="email" {...field("emails", "emails.0")} />
          <NativeSelect
            label="Type"
            data={[
              { value: "business", label: "Business" },
              { value: "person", label: "Person" },
            ]}
            {...field("kind")}
          />
        </SimpleGrid>
      </Stack>
    </Section>
  );
}

/** The payment methods, each with its fields once it is chosen. */
function Ways({
  chosen,
  error,
  onChange,
}: {
  readonly chosen: Chosen;
  readonly error: unknown;
  readonly onChange: (chosen: Chosen) => void;
}) {
  return (
    <Section title="Payment methods">
      <Stack gap="md">
        {methods.map(({ method, label, description }) => {
          const details = chosen[method];
          return (
            <Stack key={method} gap="sm">
              <Checkbox
                label={label}
                description={description}
                checked={details !== undefined}
                onChange={(event) =>
                  onChange({ ...chosen, [method]: event.currentTarget.checked ? detailsFor(method) : undefined })
                }
              />
              {details !== undefined && (
                <fieldset style={{ all: "unset" }} aria-label={label}>
                  <BankFields
                    method={method}
                    details={details}
                    errors={problemsOfMethod(error, method)}
                    onChange={(changed) => onChange({ ...chosen, [method]: changed })}
                  />
                </fieldset>
              )}
            </Stack>
          );
        })}
      </Stack>
    </Section>
  );
}

interface ToAdd {
  readonly typed: Typed;
  /** Payments cannot carry the typed name, but the one in Latin letters. */
  readonly isInLatin: boolean;
  readonly chosen: Chosen;
  readonly key: string;
}

async function add({ typed, isInLatin, chosen, key }: ToAdd): Promise<Recipient> {
  const details = methods.map(({ method }) => {
    const given = chosen[method];
    return given === undefined || method === "internationalWire" ? {} : bankDetailsBody(method, given);
  });
  const { data } = await createRecipient({
    body: {
      name: isInLatin ? typed.nameInLatin : typed.name,
      nickname: typed.nickname || (isInLatin ? typed.name : null),
      emails: typed.emails === "" ? [] : [typed.emails],
      isBusiness: typed.kind === "business",
      idempotencyKey: key,
      ...Object.assign({}, ...details),
    },
    throwOnError: true,
  });
  return data;
}

/** International details have their own endpoint, which API tokens cannot call. */
async function addAbroad({ id }: Recipient, details: TypedDetails): Promise<Recipient> {
  const body = internationalBody(details);
  return (await setInternationalDetails({ path: { recipientId: id }, body, throwOnError: true })).data;
}
