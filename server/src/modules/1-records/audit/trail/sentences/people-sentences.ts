import type { ListedAction } from "#records/audit";
import { humanized } from "./labels.ts";
import { type Phrase, say, spaced, subject, type Teller, type Told, textIn, withWord } from "./phrase.ts";

/** The user, or "their own …" if they did it themselves. */
const isOwn = (told: Told): boolean => told.actor.type === "user" && told.actor.id === told.resourceId;
const user = (told: Told) => subject(told, "a user");
const whose = (told: Told): Phrase => (isOwn(told) ? ["their"] : [user(told), "'s"]);
const passkey = (told: Told): string => {
  const name = textIn(told.after, "name") ?? textIn(told.before, "name");
  return name === undefined ? "a passkey" : `the passkey ${name}`;
};
const role = (told: Told): string | undefined => {
  const name = textIn(told.after, "role");
  return name && humanized(name).toLowerCase();
};

/** What a change of a user changes. */
function changed(told: Told): Phrase {
  const differs = (name: string) => JSON.stringify(told.before[name]) !== JSON.stringify(told.after[name]);
  if (told.after["role"] !== undefined && differs("role"))
    return say`changed the role of ${user(told)} to ${role(told)}`;
  if (differs("customPermissions")) return say`changed the permissions of ${user(told)}`;
  return say`changed ${whose(told)} name`;
}

type PeopleAction = Extract<ListedAction, `${"user" | "session"}.${string}`>;

export const peopleSentences: Readonly<Record<PeopleAction, Teller>> = {
  "user.create": (told) =>
    isOwn(told)
      ? say`joined as ${role(told) ?? "a user"}`
      : say`added the user ${user(told)}${told.after["role"] === undefined ? [] : [` as ${role(told)}`]}`,
  "user.invite": (told) => say`invited ${textIn(told.after, "email") ?? "a user"} as ${role(told) ?? "a user"}`,
  "user.withdrawInvitation": (told) => say`withdrew the invitation of ${subject(told, "a user")}`,
  "user.update": changed,
  "user.lock": (told) => say`locked ${user(told)}`,
  "user.unlock": (told) => say`unlocked ${user(told)}`,
  "user.changePassword": () => say`changed their password`,
  "user.forgotPassword": (told) => say`requested a password reset link for ${user(told)}`,
  "user.makeResetLink": (told) => say`created a password reset link for ${user(told)}`,
  "user.resetPassword": (told) => say`reset ${whose(told)} password`,
  "user.enableSecondFactor": () => say`turned on an authenticator app`,
  "user.disableSecondFactor": () => say`turned off the authenticator app`,
  "user.addPasskey": (told) => say`added ${passkey(told)}`,
  "user.renamePasskey": (told) =>
    say`renamed the passkey${spaced(textIn(told.before, "name"))}${withWord("to", textIn(told.after, "name"))}`,
  "user.removePasskey": (told) => say`removed ${passkey(told)}`,
  "user.chooseEmails": () => say`changed their email notifications`,
  "session.create": (told) => {
    const means = signInMeans[textIn(told.after, "signedInWith") ?? ""];
    return say`signed in${means && ` with ${means}`}`;
  },
  "session.end": () => say`signed out of a session`,
  "session.endAll": (told) => {
    const ended = told.after["ended"];
    const sessions = typeof ended === "number" ? `${ended} ${ended === 1 ? "session" : "sessions"}` : "the sessions";
    return say`ended ${sessions} of ${isOwn(told) ? "their own" : user(told)}`;
  },
  "session.stepUp": () => say`confirmed their identity`,
};

/** The last step of a sign-in. */
const signInMeans: Readonly<Record<string, string>> = {
  password: "a password",
  totp: "an authenticator app",
  recoveryCode: "a recovery code",
  passkey: "a passkey",
};
