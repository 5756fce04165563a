import type { ListedAction } from "#records/audit";
import { humanized } from "./labels.ts";
import { type Phrase, type RecordedEntry, type SentenceOf, say, spaced, subject, textIn, withWord } from "./phrase.ts";

/** The user, or "their own …" if they did it themselves. */
const isOwn = (entry: RecordedEntry): boolean => entry.actor.type === "user" && entry.actor.id === entry.resourceId;
const user = (entry: RecordedEntry) => subject(entry, "a user");
const whose = (entry: RecordedEntry): Phrase => (isOwn(entry) ? ["their"] : [user(entry), "'s"]);
const passkey = (entry: RecordedEntry): string => {
  const name = textIn(entry.after, "name") ?? textIn(entry.before, "name");
  return name === undefined ? "a passkey" : `the passkey ${name}`;
};
const role = (entry: RecordedEntry): string | undefined => {
  const name = textIn(entry.after, "role");
  return name && humanized(name).toLowerCase();
};

/** What a change of a user changes. */
function changed(entry: RecordedEntry): Phrase {
  const differs = (name: string) => JSON.stringify(entry.before[name]) !== JSON.stringify(entry.after[name]);
  if (entry.after["role"] !== undefined && differs("role"))
    return say`changed the role of ${user(entry)} to ${role(entry)}`;
  if (differs("customPermissions")) return say`changed the permissions of ${user(entry)}`;
  return say`changed ${whose(entry)} name`;
}

type PeopleAction = Extract<ListedAction, `${"user" | "session"}.${string}`>;

export const peopleSentences: Readonly<Record<PeopleAction, SentenceOf>> = {
  "user.create": (entry) =>
    isOwn(entry)
      ? say`joined as ${role(entry) ?? "a user"}`
      : say`added the user ${user(entry)}${entry.after["role"] === undefined ? [] : [` as ${role(entry)}`]}`,
  "user.invite": (entry) => say`invited ${textIn(entry.after, "email") ?? "a user"} as ${role(entry) ?? "a user"}`,
  "user.showInvitationLink": (entry) =>
    say`received the invitation link of ${textIn(entry.after, "email") ?? "a user"}, because no mail server took the email`,
  "user.withdrawInvitation": (entry) => say`withdrew the invitation of ${subject(entry, "a user")}`,
  "user.update": changed,
  "user.lock": (entry) => say`locked ${user(entry)}`,
  "user.unlock": (entry) => say`unlocked ${user(entry)}`,
  "user.changePassword": () => say`changed their password`,
  "user.forgotPassword": (entry) => say`requested a password reset link for ${user(entry)}`,
  "user.makeResetLink": (entry) => say`created a password reset link for ${user(entry)}`,
  "user.resetPassword": (entry) => say`reset ${whose(entry)} password`,
  "user.enableSecondFactor": () => say`turned on an authenticator app`,
  "user.disableSecondFactor": () => say`turned off the authenticator app`,
  "user.addPasskey": (entry) => say`added ${passkey(entry)}`,
  "user.renamePasskey": (entry) =>
    say`renamed the passkey${spaced(textIn(entry.before, "name"))}${withWord("to", textIn(entry.after, "name"))}`,
  "user.removePasskey": (entry) => say`removed ${passkey(entry)}`,
  "user.chooseEmails": () => say`changed their email notifications`,
  "user.setChatChannel": () => say`chose a chat channel for their notifications`,
  "user.removeChatChannel": () => say`removed the chat channel of their notifications`,
  "user.linkProvider": (entry) => say`linked ${user(entry)} to their company account`,
  "user.unlinkProvider": (entry) => say`unlinked ${user(entry)} from their company account`,
  "session.create": (entry) => {
    const means = signInMeans[textIn(entry.after, "signedInWith") ?? ""];
    return say`signed in${means && ` with ${means}`}`;
  },
  "session.end": () => say`signed out of a session`,
  "session.endAll": (entry) => {
    const ended = entry.after["ended"];
    const sessions = typeof ended === "number" ? `${ended} ${ended === 1 ? "session" : "sessions"}` : "the sessions";
    return say`ended ${sessions} of ${isOwn(entry) ? "their own" : user(entry)}`;
  },
  "session.stepUp": () => say`confirmed their identity`,
};

/** The last step of a sign-in. */
const signInMeans: Readonly<Record<string, string>> = {
  password: "a password",
  totp: "an authenticator app",
  recoveryCode: "a recovery code",
  passkey: "a passkey",
  provider: "their company account",
};
