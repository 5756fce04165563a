import { seeded } from "../kit/faults/random.ts";

/** How much of what a run has: sizes per day, and chances from 0 to 1. `--swarm` varies it with the seed. */
export interface Mix {
  /** Hours of the day, in New York, in which clients and people work; the cut-off is among them. */
  readonly hours: readonly [from: number, to: number];
  readonly paymentsPerDay: number;
  /** Payments that a client sends at the same instant. */
  readonly paymentsAtOnce: number;
  readonly requestsPerDay: number;
  readonly nodes: number;
  /** Clocks of processes differ by up to this much. */
  readonly skewMs: number;
  /** A fault strikes a step at PostgreSQL's wire. */
  readonly wire: number;
  /** Of these, a process dies. */
  readonly deaths: number;
  /** The client does not receive an answer, and repeats the call with the same key. */
  readonly lostAnswers: number;
  /** The same payment again, with another key. */
  readonly duplicates: number;
  readonly realTime: number;
  readonly wires: number;
  readonly checks: number;
  /** A payment from the account that runs out of money. */
  readonly petty: number;
  readonly cancellations: number;
  readonly editsPerDay: number;
  readonly ruleChangesPerDay: number;
  readonly transfersPerDay: number;
  /** Payments of customers, which the bank's statements have. */
  readonly incomingPerDay: number;
  /** Most of what customers pay is for them, once there are some. */
  readonly invoicesPerDay: number;
  /** A dishonest administrator tries to move money alone. */
  readonly mischiefPerDay: number;
  /** Of each file of the bank. */
  readonly repeatedFiles: number;
  readonly lateFiles: number;
  readonly partialFiles: number;
  readonly malformedFiles: number;
  readonly contradictions: number;
  /** Of statements with lines: first one that does not add up, and hours later the right one. */
  readonly wrongStatements: number;
  /** The bank's files of one exchange arrive in another order. */
  readonly reordered: boolean;
  /** An attempt to deliver a webhook fails. */
  readonly failedWebhooks: number;
  /** The receiver took the event, but its answer is lost. */
  readonly lostReceipts: number;
  /** Hours of a day in which the receiver is down. */
  readonly receiverDownHours: number;
  readonly failedMails: number;
  readonly keyRotationsPerDay: number;
  /** Of the bank's XML files; such content is kept in the object store. */
  readonly largeFiles: number;
  /** Hours in which disks are full or fail, or banks' folders cannot be reached. */
  readonly diskFaultsPerDay: number;
  /** Of each access to the object store. */
  readonly storageErrors: number;
}

/** The usual mix. */
export const usualMix: Mix = {
  hours: [8, 20],
  paymentsPerDay: 200,
  paymentsAtOnce: 10,
  requestsPerDay: 12,
  nodes: 2,
  skewMs: 2_000,
  wire: 0.12,
  deaths: 0.5,
  lostAnswers: 0.03,
  duplicates: 0.03,
  realTime: 0.2,
  wires: 0.1,
  checks: 0.05,
  petty: 0.05,
  cancellations: 0.02,
  editsPerDay: 2,
  ruleChangesPerDay: 1,
  transfersPerDay: 4,
  incomingPerDay: 4,
  invoicesPerDay: 3,
  mischiefPerDay: 2,
  repeatedFiles: 0.1,
  lateFiles: 0.1,
  partialFiles: 0.03,
  malformedFiles: 0.02,
  contradictions: 0.05,
  wrongStatements: 0.2,
  reordered: true,
  failedWebhooks: 0.05,
  lostReceipts: 0.02,
  receiverDownHours: 1,
  failedMails: 0.1,
  keyRotationsPerDay: 0.3,
  largeFiles: 0.2,
  diskFaultsPerDay: 0.5,
  storageErrors: 0.02,
};

/** Runs of fewer payments and requests take less time, so that more seeds are run. */
export const sizes = {
  usual: {},
  small: { paymentsPerDay: 24, paymentsAtOnce: 6, requestsPerDay: 6 },
  /** The hours around the cut-off: a few seconds. */
  brief: { hours: [17, 19], paymentsPerDay: 4, paymentsAtOnce: 2, requestsPerDay: 3 },
} as const satisfies Readonly<Record<string, Partial<Mix>>>;
export type Size = keyof typeof sizes;

/** Of real-time payments, wires, and checks, a brief seed makes one kind: most of its time would be polls of connections. */
export function withOneRailMore(mix: Mix, seed: number): Mix {
  const chosen = (["realTime", "wires", "checks"] as const)[seed % 3] ?? "realTime";
  return { ...mix, realTime: 0, wires: 0, checks: 0, [chosen]: 0.4 };
}

export const small = (mix: Mix): Mix => ({ ...mix, ...sizes.small });

/** What can be switched off when a failure is shrunk, each together. */
export const faultGroups: Readonly<Record<string, Partial<Mix>>> = {
  "faults at the wire": { wire: 0 },
  "lost HTTP answers": { lostAnswers: 0 },
  "faults of bank files": {
    repeatedFiles: 0,
    lateFiles: 0,
    partialFiles: 0,
    malformedFiles: 0,
    contradictions: 0,
    wrongStatements: 0,
    reordered: false,
  },
  "faults of receivers": { failedWebhooks: 0, lostReceipts: 0, receiverDownHours: 0, failedMails: 0 },
  "clock skew": { skewMs: 0 },
  "faults of disks": { diskFaultsPerDay: 0, storageErrors: 0 },
  "key rotation": { keyRotationsPerDay: 0 },
  "changes of rules and details": { ruleChangesPerDay: 0, editsPerDay: 0 },
  mischief: { mischiefPerDay: 0 },
};

/** A mix of the seed's own: every fault is off, rare, or frequent, and sizes differ. */
export function swarmMix(seed: number): Mix {
  const random = seeded(seed ^ 0x5a4b);
  const chance = (frequent: number): number => {
    const draw = random();
    return draw < 0.35 ? 0 : draw < 0.7 ? frequent / 4 : frequent;
  };
  const among = (...values: readonly number[]): number => values[Math.floor(random() * values.length)] ?? 0;
  return {
    hours: [8, 20],
    paymentsPerDay: among(20, 60, 200),
    paymentsAtOnce: among(1, 5, 20),
    requestsPerDay: among(0, 8, 20),
    nodes: among(1, 2, 3),
    skewMs: among(0, 500, 2_000),
    wire: chance(0.4),
    deaths: among(0, 0.5, 1),
    lostAnswers: chance(0.2),
    duplicates: chance(0.15),
    realTime: among(0, 0.2, 0.6),
    wires: among(0, 0.1, 0.3),
    checks: among(0, 0.05, 0.2),
    petty: chance(0.3),
    cancellations: chance(0.1),
    editsPerDay: among(0, 2, 6),
    ruleChangesPerDay: among(0, 1, 3),
    transfersPerDay: among(0, 4, 12),
    incomingPerDay: among(0, 4, 12),
    mischiefPerDay: among(0, 2, 6),
    repeatedFiles: chance(0.4),
    lateFiles: chance(0.4),
    partialFiles: chance(0.2),
    malformedFiles: chance(0.15),
    contradictions: chance(0.3),
    wrongStatements: chance(0.5),
    reordered: random() < 0.7,
    failedWebhooks: chance(0.4),
    lostReceipts: chance(0.2),
    receiverDownHours: among(0, 1, 6),
    failedMails: chance(0.3),
    keyRotationsPerDay: among(0, 0.5, 2),
    largeFiles: chance(0.6),
    diskFaultsPerDay: among(0, 0.5, 2),
    storageErrors: chance(0.3),
    invoicesPerDay: among(0, 2, 6),
  };
}
