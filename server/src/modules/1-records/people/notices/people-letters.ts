import { newYorkDate } from "bursar-banking/calendar/new-york";
import type { Letter } from "#records/mail";

const dayText = (at: Date): string =>
  newYorkDate(at).toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric", year: "numeric" });

/** The email to an invited user. */
export const invitationLetter = ({
  firstName,
  organization,
  inviter,
  link,
  expiresAt,
}: {
  readonly firstName: string;
  readonly organization: string;
  /** The inviting user's name; undefined for an operator. */
  readonly inviter: string | undefined;
  readonly link: string;
  readonly expiresAt: Date;
}): Letter => ({
  subject: `Join ${organization} on Bursar`,
  paragraphs: [
    `Hello ${firstName},`,
    `${inviter ?? "A server administrator"} invited you to join ${organization} on Bursar, where it makes its payments. Choose a password to get started.`,
  ],
  link: { label: "Choose a password", url: link },
  footer: `The link works once, until ${dayText(expiresAt)}. If you do not know ${organization}, ignore this email.`,
});

/** The email to everyone who manages users, when one of them hands over an invitation's link. */
export const invitationLinkLetter = ({
  firstName,
  organization,
  holder,
  invitee,
}: {
  readonly firstName: string;
  readonly organization: string;
  readonly holder: string;
  readonly invitee: string;
}): Letter => ({
  subject: `An invitation to ${organization} was handed over by hand`,
  paragraphs: [
    `Hello ${firstName},`,
    `No mail server took the invitation of ${invitee}, so ${holder} received its link to hand it over. The first person to open the link joins as that user. Ask ${invitee} whether they have joined.`,
  ],
  footer: `You receive this because you manage the users of ${organization}. If the wrong person joined, lock that user now.`,
});

/** The email to a user who forgot their password. */
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
    `A new password was requested for your account at ${organization}. If it was you, choose one now. Your second factor does not change.`,
  ],
  link: { label: "Choose a new password", url: link },
  footer: "The link works once, for one hour. If it was not you, ignore this email: your password does not change.",
});
