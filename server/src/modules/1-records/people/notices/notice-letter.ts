import { newYorkTimeText } from "bursar-banking/calendar/new-york";
import type { Letter } from "#records/mail";

const BROWSER_LENGTH_MAX = 200;

/** A change to how a user signs in. */
export type Notice =
  | { readonly kind: "newDevice" }
  | { readonly kind: "passwordChanged" }
  | { readonly kind: "accountReset"; readonly secondFactorKept: boolean }
  | { readonly kind: "resetLinkMade" }
  | { readonly kind: "authenticatorAdded" }
  | { readonly kind: "authenticatorRemoved" }
  | { readonly kind: "recoveryCodeUsed"; readonly codesLeft: number }
  | { readonly kind: "passkeyAdded"; readonly name: string }
  | { readonly kind: "passkeyRemoved"; readonly name: string };

/** The subject, and a sentence about "your account". */
const noticeTexts = (notice: Notice): readonly [subject: string, text: string] => {
  switch (notice.kind) {
    case "newDevice":
      return ["New sign-in to Bursar", "Someone signed in to your account on a device that we have not seen before."];
    case "passwordChanged":
      return [
        "Your Bursar password was changed",
        "The password of your account was changed. Other sessions were ended.",
      ];
    case "accountReset":
      return notice.secondFactorKept
        ? [
            "Your Bursar password was reset",
            "The password of your account was changed with a link sent by email. Your second factor was kept, and all sessions were ended.",
          ]
        : [
            "Your Bursar account was reset",
            "Your account was reset with a link from a server administrator: it has a new password, and its authenticator app, recovery codes, and passkeys were removed.",
          ];
    case "resetLinkMade":
      return [
        "A link to reset your Bursar account was created",
        "A server administrator created a link that sets a new password and removes the second factor of your account.",
      ];
    case "authenticatorAdded":
      return [
        "An authenticator app was added to your Bursar account",
        "Signing in now requires a code from an authenticator app.",
      ];
    case "authenticatorRemoved":
      return [
        "The authenticator app was removed from your Bursar account",
        "Signing in no longer requires a code, and your recovery codes no longer work.",
      ];
    case "recoveryCodeUsed":
      return [
        "A recovery code was used for your Bursar account",
        `Someone signed in to your account with a recovery code. ${notice.codesLeft} of your codes are left.`,
      ];
    case "passkeyAdded":
      return [
        "A passkey was added to your Bursar account",
        `The passkey "${notice.name}" can now sign in to your account.`,
      ];
    case "passkeyRemoved":
      return [
        "A passkey was removed from your Bursar account",
        `The passkey "${notice.name}" can no longer sign in to your account.`,
      ];
  }
};

/** The email about a change to how a user signs in. */
export function noticeLetter({
  firstName,
  organization,
  notice,
  at,
  address,
  userAgent,
  profileUrl,
}: {
  readonly firstName: string;
  readonly organization: string;
  readonly notice: Notice;
  readonly at: Date;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
  readonly profileUrl: string;
}): Letter {
  const [subject, text] = noticeTexts(notice);
  return {
    subject,
    paragraphs: [
      `Hello ${firstName},`,
      text,
      "If this was you, no action is needed. If not, change your password now, end your other sessions, and contact an administrator.",
    ],
    facts: [
      ["Organization", organization],
      ["When", `${newYorkTimeText(at)} Eastern Time`],
      ...(address === undefined ? [] : [["IP address", address] as const]),
      ...(userAgent === undefined ? [] : [["Browser", userAgent.slice(0, BROWSER_LENGTH_MAX)] as const]),
    ],
    link: { label: "Review your account", url: profileUrl },
    footer: "You receive this email because the way you sign in to Bursar changed. It cannot be turned off.",
  };
}
