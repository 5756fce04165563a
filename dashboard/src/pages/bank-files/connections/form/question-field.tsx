import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import type { BankConnectionQuestion } from "#api/generated/types.gen.ts";
import { explanationOf, labelOf, settingInWords } from "./answers.ts";

/** A setting with its explanation. Texts are typed as the bank wrote them. */
export function QuestionField({
  question,
  value,
  error,
  onChange,
}: {
  readonly question: BankConnectionQuestion;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const { type, values, nullable, description, member } = question;
  const label = labelOf(question);
  const shown = { label, description: explanationOf(label, description), error };
  if (type === "boolean")
    return (
      <Switch
        {...shown}
        checked={value === "yes"}
        onChange={(event) => onChange(event.currentTarget.checked ? "yes" : "no")}
      />
    );
  if (values.length > 0)
    return (
      <Select
        {...shown}
        data={values.map((each) => ({ value: each, label: settingInWords(each) }))}
        value={value}
        allowDeselect={false}
        onChange={(chosen) => onChange(chosen ?? "")}
      />
    );
  const input = {
    ...shown,
    value,
    autoComplete: "off",
    spellCheck: false,
    placeholder: nullable ? "None" : undefined,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value),
  };
  // A PGP key has many lines.
  return member === "bankPublicKey" ? (
    <Textarea {...input} autosize minRows={3} maxRows={8} />
  ) : (
    <TextInput {...input} />
  );
}
