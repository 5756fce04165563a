import {
  Alert,
  Button,
  Collapse,
  Group,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isApiError } from "#api/api-error.ts";
import { getBankConnectionQuestionsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type {
  BankConnectionQuestion,
  BankConnectionQuestions,
  BankConnectionSecrets,
  BankConnectionSettings,
  BankRail,
} from "#api/generated/types.gen.ts";
import { channelNames, railNames } from "#ui/bank-connections/connection-words.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { Problem } from "#ui/feedback/problem.tsx";
import { submits } from "#ui/forms/submits.ts";
import { UnsavedChanges } from "#ui/forms/unsaved-changes.tsx";
import { useAccountNames } from "#ui/money/account-names.ts";
import { Section } from "#ui/page/section.tsx";
import { answerInWords, settingPathOf, settingsIn, startingAnswers, type TypedSettings } from "./answers.ts";
import { QuestionField } from "./question-field.tsx";
import { PgpKeyFields, SignatureField, SignInFields } from "./secret-fields.tsx";

export type UsersKind = "sftp" | "folder";

/** Everything about a connection, as requests have it. */
export interface Entered {
  readonly name: string;
  readonly accountIds: string[];
  readonly railSettings: Record<string, unknown>;
  readonly channel: Record<string, unknown>;
  readonly firstDays: Record<string, unknown> | null;
  readonly secrets: BankConnectionSecrets;
}

interface FormProps {
  readonly rail: BankRail;
  readonly kind: UsersKind;
  /** Absent for a new connection, whose rail and kind can still be chosen. */
  readonly stored?: BankConnectionSettings;
  readonly onChoose?: (chosen: { readonly rail: BankRail; readonly kind: UsersKind }) => void;
  readonly submitLabel: string;
  readonly save: (entered: Entered) => Promise<unknown>;
}

/** The guided questions about a connection: what to ask the bank for, each with its explanation. */
export function ConnectionForm(props: FormProps) {
  const { rail, kind } = props;
  const questions = useQuery(getBankConnectionQuestionsOptions({ query: { rail, kind } }));
  return (
    <Loaded query={questions}>
      {(asked) => <Questions key={`${rail} ${kind} ${props.stored?.version ?? ""}`} asked={asked} {...props} />}
    </Loaded>
  );
}

function Questions({
  rail,
  kind,
  stored,
  onChoose,
  submitLabel,
  save,
  asked,
}: FormProps & { readonly asked: BankConnectionQuestions }) {
  const all = [...asked.questions, ...asked.pgp, ...asked.firstDays];
  const { accounts } = useAccountNames();
  const [name, setName] = useState(stored?.name ?? "");
  const [accountIds, setAccountIds] = useState(stored?.accountIds ?? []);
  const [answers, setAnswers] = useState<TypedSettings>(() => ({
    ...startingAnswers(all, stored),
    ...(kind === "folder" && stored === undefined ? { "channel.folder": `${asked.folder}/bank` } : {}),
  }));
  const [secrets, setSecrets] = useState<BankConnectionSecrets>({});
  const [usesPgp, setUsesPgp] = useState(isRecord(stored?.channel?.["pgp"]));
  const [isLimited, setLimited] = useState(stored !== undefined && stored.firstDays !== null);
  const [isTouched, setTouched] = useState(false);
  const saving = useMutation({
    mutationFn: () =>
      save({
        name,
        accountIds,
        railSettings: settingsIn(ofPart("railSettings"), answers),
        channel: {
          ...settingsIn(ofPart("channel"), answers),
          pgp: usesPgp ? settingsIn(asked.pgp, answers) : null,
        },
        firstDays: isLimited ? settingsIn(asked.firstDays, answers) : null,
        secrets: typedSecrets(secrets, stored),
      }),
    onMutate: () => setTouched(false),
    onError: () => setTouched(true),
  });
  const ofPart = (part: BankConnectionQuestion["part"]) => asked.questions.filter((question) => question.part === part);
  const problems = isApiError(saving.error) ? saving.error.fields : [];
  const errorOf = (path: string) => problems.find((field) => isAbout(field.path, path))?.message;
  const shown = [...all.map(settingPathOf), "name", "accountIds", ...secretPaths];
  const others = problems.filter(({ path }) => !shown.some((each) => isAbout(path, each)));
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setTouched(true);
      set(value);
    };
  const fields = (questions: readonly BankConnectionQuestion[]) =>
    questions.map((question) => (
      <QuestionField
        key={settingPathOf(question)}
        question={question}
        value={answers[settingPathOf(question)] ?? ""}
        error={errorOf(settingPathOf(question))}
        onChange={change((value: string) => setAnswers({ ...answers, [settingPathOf(question)]: value }))}
      />
    ));
  const needed = (part: BankConnectionQuestion["part"]) =>
    fields(ofPart(part).filter((each) => !isRare(each) && !isUsual(each)));
  const folded = (questions: readonly BankConnectionQuestion[]) => ({
    hasProblem: questions.some((each) => errorOf(settingPathOf(each)) !== undefined),
    children: fields(questions),
  });
  const usual = asked.questions.filter(isUsual);
  const rare = asked.questions.filter(isRare);
  const secretPart = { secrets, stored: stored?.storedSecrets ?? [], errorOf, onChange: change(setSecrets) };
  return (
    <form onSubmit={submits(() => saving.mutate())} noValidate>
      <UnsavedChanges when={isTouched} />
      <Stack gap="md" maw={720}>
        <Section title="Connection">
          <Stack gap="sm">
            <TextInput
              label="Name"
              description="How you recognize it, such as the bank’s name and the payment method."
              value={name}
              error={errorOf("name")}
              onChange={(event) => change(setName)(event.currentTarget.value)}
            />
            <Select
              label="Payment method"
              description="A bank has files, cut-offs, and settings for each."
              data={Object.entries(railNames).map(([value, label]) => ({ value, label }))}
              value={rail}
              allowDeselect={false}
              disabled={onChoose === undefined}
              onChange={(chosen) => onChoose?.({ rail: (chosen ?? rail) as BankRail, kind })}
            />
            <Select
              label="How files reach the bank"
              data={(["sftp", "folder"] as const).map((value) => ({ value, label: channelNames[value] }))}
              value={kind}
              allowDeselect={false}
              disabled={onChoose === undefined}
              onChange={(chosen) => onChoose?.({ rail, kind: chosen === "folder" ? "folder" : "sftp" })}
            />
            <MultiSelect
              label="Accounts"
              description="Payments by this method from these accounts go over this connection."
              data={accounts.map(({ id, name: account, lastFour }) => ({
                value: id,
                label: `${account} ••${lastFour}`,
              }))}
              value={[...accountIds]}
              searchable
              error={errorOf("accountIds")}
              onChange={change(setAccountIds)}
            />
          </Stack>
        </Section>
        <Section title={kind === "sftp" ? "The bank’s server" : "Folders"}>
          <Stack gap="sm">
            {kind === "folder" && (
              <Text size="sm" c="dimmed">
                For banks whose transfer software runs on your side: it takes files from <i>outbox</i> and puts the
                bank’s files into <i>inbox</i>. Choose a folder below {asked.folder}.
              </Text>
            )}
            {needed("channel")}
            {kind === "sftp" && <SignInFields {...secretPart} />}
            <Switch
              label="The bank uses PGP"
              description="Files are encrypted or signed in addition to the connection."
              checked={usesPgp}
              onChange={(event) => change(setUsesPgp)(event.currentTarget.checked)}
            />
            {usesPgp && (
              <>
                {fields(asked.pgp)}
                <PgpKeyFields {...secretPart} />
              </>
            )}
          </Stack>
        </Section>
        <Section title="What the bank wants in files">
          <Pairs>
            {needed("railSettings")}
            {rail === "check" && <SignatureField {...secretPart} />}
          </Pairs>
        </Section>
        {usual.length > 0 && (
          <Folded
            title="Filled in already"
            text={`What most banks want; compare it with your bank’s guide. ${usual.map((each) => answerInWords(each, answers[settingPathOf(each)] ?? "")).join("; ")}.`}
            {...folded(usual)}
          />
        )}
        <Section title="First days">
          <Stack gap="sm">
            <Switch
              label="Limit payments in the first days"
              description="Payments above the limits fail until the day you name. The limits end by themselves."
              checked={isLimited}
              onChange={(event) => change(setLimited)(event.currentTarget.checked)}
            />
            {isLimited && fields(asked.firstDays)}
          </Stack>
        </Section>
        {rare.length > 0 && (
          <Folded
            title="Rarely changed"
            text="How files are exchanged, recognized, and read. The defaults fit most banks."
            {...folded(rare)}
          />
        )}
        {saving.error !== null && problems.length === 0 && <Problem error={saving.error} />}
        {problems.length > 0 && (
          <Alert color="red" role="alert" title="Some answers need another look">
            {others.length === 0
              ? "They are marked above. Nothing was saved."
              : others.map(({ path, message }) => `${path}: ${message}`).join("; ")}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Short fields, two in a row. */
const Pairs = ({ children }: { readonly children: React.ReactNode }) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm" mt="sm" style={{ alignItems: "end" }}>
    {children}
  </SimpleGrid>
);

/** What fits most banks as it is. The port is part of the server's address. */
const isRare = ({ rarelyChanged, part, initial, member }: BankConnectionQuestion): boolean =>
  rarelyChanged || (part === "channel" && initial !== null && member !== "port");

/** What has an answer already, or needs none. */
const isUsual = (question: BankConnectionQuestion): boolean =>
  question.part === "railSettings" && !isRare(question) && (question.initial !== null || question.nullable);

/** Questions that have answers, and are shown on demand, or when an answer was refused. */
function Folded({
  title,
  text,
  hasProblem,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly hasProblem: boolean;
  readonly children: React.ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || hasProblem;
  return (
    <Section
      title={title}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isShown}
          aria-label={`${isShown ? "Hide" : "Show"}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isShown ? "Hide" : "Show"}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <Collapse expanded={isShown}>
        <Pairs>{children}</Pairs>
      </Collapse>
    </Section>
  );
}

const secretPaths = ["password", "privateKey", "passphrase", "pgpPrivateKey", "pgpPassphrase", "signatureImage"].map(
  (name) => `secrets.${name}`,
);

/** Whether a problem's path is a field's, or an entry of its list. */
const isAbout = (problem: string, field: string): boolean => problem === field || problem.startsWith(`${field}.`);

const isRecord = (value: unknown): boolean => typeof value === "object" && value !== null;

/** What was typed; null erases a secret that is stored. */
const typedSecrets = (secrets: BankConnectionSecrets, stored: BankConnectionSettings | undefined) =>
  Object.fromEntries(
    Object.entries(secrets).filter(
      ([name, value]) => value !== "" && (value !== null || stored?.storedSecrets.some((each) => each === name)),
    ),
  ) as BankConnectionSecrets;
