import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly messageId: string;
  readonly subject: string;
  /** Headers and parts, with transfer encodings decoded. */
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Refuses recipients from now on with this response, or accepts them again. */
  refuse(responseCode: number | undefined): void;
  close(): Promise<void>;
}

/** A mail server without TLS that accepts everything, on its own port or the given one. */
export async function startMailServer(port = 0, host = "127.0.0.1"): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusing: number | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    // Closes connections that clients keep open.
    closeTimeout: 50,
    onRcptTo: (_address, _session, callback) =>
      callback(refusing === undefined ? null : Object.assign(new Error("not taken"), { responseCode: refusing })),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push(
          read(Buffer.concat(chunks).toString("utf8"), {
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
          }),
        );
        callback(null);
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    url: `smtp://${host}:${(server.server.address() as AddressInfo).port}`,
    received,
    refuse: (responseCode) => {
      refusing = responseCode;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function read(raw: string, envelope: { from: string; to: readonly string[] }): ReceivedMail {
  const header = (name: string): string =>
    new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, "im").exec(raw)?.[1]?.replaceAll("\r\n", "") ?? "";
  return {
    ...envelope,
    messageId: header("message-id"),
    subject: header("subject"),
    text: /quoted-printable/i.test(raw) ? withoutQuotedPrintable(raw) : raw,
  };
}

/** RFC 2045 §6.7. */
const withoutQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");
