import { newYorkDate } from "../../../banking/calendar/new-york.ts";
import type { Letter } from "../../mail/index.ts";

const dayText = (at: Date): string =>
  newYorkDate(at).toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric", year: "numeric" });

/** What somebody invited reads. */
export const invitationLetter = ({
  firstName,
  organization,
  inviter,
  link,
  expiresAt,
}: {
  readonly firstName: string;
  readonly organization: string;
  /** The inviting person's name; undefined for an operator. */
  readonly inviter: string | undefined;
  readonly link: string;
  readonly expiresAt: Date;
}): Letter => ({
  subject: `Join ${organization} on Bursar`,
  paragraphs: [
    `Hello ${firstName},`,
    `${inviter ?? "An operator"} invites you to join ${organization} on Bursar, where it makes its payments. Choose a password to begin.`,
  ],
  link: { label: "Choose a password", url: link },
  footer: `The link works once, until ${dayText(expiresAt)}. If you do not know ${organization}, do nothing.`,
});

/** What somebody reads who says to have forgotten their password. */
export const forgottenLetter = ({
  firstName,
  organization,
  link,
}: {
  readonly firstName: string;
  readonly organization: string;
  readonly link: string;
}): Letter => ({
  subject: "Choose a new password for Bursar",
  paragraphs: [
    `Hello ${firstName},`,
    `Somebody asked for a new password for your user of ${organization}. If it was you, choose one now. Your second factor stays as it is.`,
  ],
  link: { label: "Choose a new password", url: link },
  footer: "The link works once, for one hour. If it was not you, do nothing: your password stays as it is.",
});
