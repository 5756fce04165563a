/** What a process of the part "rails" reads as JSON from its standard input. Each step has a process of its own. */
export type RailsStep = SendStep | AnswerStep | ReceiveStep;

/** Creates payments at noon and runs the service's jobs at the cut-off, until their file is in the outbox. */
export interface SendStep {
  readonly step: "send";
  readonly organizationId: string;
  readonly accountId: string;
  readonly recipientIds: readonly string[];
  /** Contains `outbox` and `inbox`. */
  readonly folder: string;
  readonly payments: number;
}

/** Writes a file into the inbox that returns every entry of the files in the outbox. */
export interface AnswerStep {
  readonly step: "answer";
  readonly folder: string;
  /** The name of the file. */
  readonly name: string;
  /** Under trace numbers that were never sent, so that no entry fits. */
  readonly isUnknown: boolean;
}

/** Receives the file of this name in the inbox. */
export interface ReceiveStep {
  readonly step: "receive";
  readonly organizationId: string;
  readonly name: string;
  /** The next morning, "10:00": inboxes are read every few minutes. */
  readonly time: string;
}

export interface Sent {
  readonly entries: number;
  readonly files: number;
  readonly bytes: number;
  /** From pending to an order for the bank, to a file with its content stored, to a file in the outbox. */
  readonly handOverSeconds: number;
  readonly writeSeconds: number;
  readonly sendSeconds: number;
}

export interface Received {
  readonly entries: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Resident memory above that of the idle process. */
  readonly extraMb: number;
}
