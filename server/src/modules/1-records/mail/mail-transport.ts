import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SentMessageInfo, Transporter } from "nodemailer";
import { present } from "#kernel/assert.ts";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import type { Config } from "#kernel/process/config.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { Letter } from "./letter.ts";
import type { Mail } from "./mail.ts";

/**
 * The result of an attempt. `away`: the server or the disk accepts no mail now; `refused`: it will never accept this
 * one.
 */
export type MailOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "away" | "later" | "refused"; readonly problem: string };

/** Sends emails out of the service. */
export interface MailTransport {
  send(mail: Mail): Promise<MailOutcome>;
  close(): void;
}

/** Sends messages to chat channels: an interface, because what may be reached is decided above (notifications/chat). */
export interface ChatTransport {
  /** `later`: it is tried again; `refused`: it never will be. Never throws. */
  send(message: {
    readonly organizationId: OrganizationId;
    readonly channelId: string;
    readonly letter: Letter;
  }): Promise<MailOutcome>;
}

type MailConfig = Pick<Config, "smtpUrl" | "mailFrom" | "publicUrl" | "dataDir">;

/** Through the server of SMTP_URL; without one, as files in the data folder. */
export const createMailTransport = (config: MailConfig): MailTransport =>
  config.smtpUrl === undefined ? fileTransport(config) : smtpTransport(config, new URL(config.smtpUrl));

/** The same for every attempt, so that an email client can recognize a duplicate. */
const messageIdOf = ({ publicUrl }: MailConfig, { mailId }: Mail): string =>
  `<${mailId}@${new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, "$1").replaceAll(":", "-")}>`;

const messageOf = (config: MailConfig, mail: Mail) => ({
  from: config.mailFrom,
  // As an object, so that an address is never parsed as a list.
  to: { name: "", address: mail.recipient },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: (mail.attachments ?? []).map(({ fileName, contentType, content, contentId }) => ({
    filename: fileName,
    contentType,
    content,
    ...(contentId === undefined ? {} : { cid: contentId, contentDisposition: "inline" as const }),
  })),
  date: mail.createdAt,
  messageId: messageIdOf(config, mail),
  headers: { "Auto-Submitted": "auto-generated" },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** nodemailer is loaded for the first email, so that the start does not wait for it. */
const loadNodemailer = () => import("nodemailer");

const CONNECTING_MS = 10 * SECOND_MS;
const ANSWERING_MS = 30 * SECOND_MS;

function smtpTransport(config: MailConfig, url: URL): MailTransport {
  let transporter: Transporter | undefined;
  const isSecure = url.protocol === "smtps:";
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await loadNodemailer();
    const user = decodeURIComponent(url.username);
    return createTransport({
      pool: true,
      maxConnections: 1,
      host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: url.port === "" ? (isSecure ? 465 : 587) : Number(url.port),
      secure: isSecure,
      // Emails carry sign-in links, so they and the password cross a network only encrypted.
      requireTLS: !isSecure && !isLocal,
      ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
      connectionTimeout: CONNECTING_MS,
      greetingTimeout: CONNECTING_MS,
      socketTimeout: ANSWERING_MS,
    });
  };
  return {
    send: async (mail) => {
      try {
        transporter ??= await open();
        await transporter.sendMail(messageOf(config, mail));
        return { kind: "sent" };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    close: () => transporter?.close(),
  };
}

/** The parts of nodemailer's errors that show the cause. */
interface SmtpProblem {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly message?: unknown;
}

const PROBLEM_LENGTH_MAX = 300;

function outcomeOf(error: unknown): MailOutcome {
  const { code, command, responseCode, message }: SmtpProblem =
    typeof error === "object" && error !== null ? error : {};
  const problem = `${typeof code === "string" ? `${code}: ` : ""}${String(message)}`.slice(0, PROBLEM_LENGTH_MAX);
  // nodemailer itself rejects an address that cannot be in an envelope, without a response.
  if (code === "EENVELOPE" && responseCode === undefined) return { kind: "refused", problem };
  const isAboutMail = ["RCPT TO", "DATA"].includes(String(command)) || code === "EENVELOPE" || code === "EMESSAGE";
  if (!isAboutMail || typeof responseCode !== "number") return { kind: "away", problem };
  return { kind: responseCode >= 500 && command !== "MAIL FROM" ? "refused" : "later", problem };
}

/** Each email as a file named after its id, readable only by the owner of the data folder. */
function fileTransport(config: MailConfig): MailTransport {
  const folder = join(config.dataDir, "mails");
  let composer: Transporter<SentMessageInfo> | undefined;
  return {
    send: async (mail) => {
      try {
        composer ??= (await loadNodemailer()).createTransport({ streamTransport: true, buffer: true });
        const { message } = await composer.sendMail(messageOf(config, mail));
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const path = join(folder, `${mail.mailId}.eml`);
        const draft = `${path}.draft`;
        await writeFile(draft, present(message, "a composed mail has its bytes"), { mode: 0o600 });
        await rename(draft, path);
        return { kind: "sent" };
      } catch (error) {
        return {
          kind: "away",
          problem: String(error instanceof Error ? error.message : error).slice(0, PROBLEM_LENGTH_MAX),
        };
      }
    },
    close: () => undefined,
  };
}
