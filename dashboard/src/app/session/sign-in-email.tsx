import { TextInput, type TextInputProps } from "@mantine/core";

/** The address of a user, as the browser's password manager knows it. */
export const SignInEmail = (props: TextInputProps) => (
  <TextInput label="Email address" type="email" name="email" autoComplete="username" required {...props} />
);
