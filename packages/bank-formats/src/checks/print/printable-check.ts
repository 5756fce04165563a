import type { MicrFormat } from "../micr/micr-line.ts";

/** What a payment settles: a line of the stub. */
export interface RemittanceLine {
  /** `YYYY-MM-DD`. */
  readonly date?: string | undefined;
  readonly reference: string;
  readonly description?: string | undefined;
  /** Cents; negative for credits. */
  readonly amountMinor: bigint;
}

/** A check to be printed. Texts are printed in ASCII (see `toPlainText`), so that payee positive pay finds the same name. */
export interface PrintableCheck {
  readonly checkNumber: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Cents. */
  readonly amountMinor: bigint;
  readonly payee: string;
  /** For the window of the envelope; up to four lines below the name. */
  readonly address: readonly string[];
  readonly memo?: string | undefined;
  /** On both stubs. Lines that a stub has no room for are summed up in its last line. */
  readonly remittance: readonly RemittanceLine[];
}

/** The account that checks are drawn on, and what all its checks show. */
export interface CheckDrawer {
  readonly payer: { readonly name: string; readonly lines: readonly string[] };
  readonly bank: {
    readonly name: string;
    readonly lines: readonly string[];
    /** The routing number as a fraction, such as `12-3456/7890`, if the bank has one. */
    readonly fraction?: string | undefined;
  };
  readonly routingNumber: string;
  readonly accountNumber: string;
  /** The bank's MICR specification. Default: `BUSINESS_MICR`. */
  readonly micr?: MicrFormat;
  /** A PNG or JPEG image; without it, the line is signed by hand. */
  readonly signature?: Uint8Array | undefined;
}

/** Checks that must not be paid: `void` replaces a check that was spoiled, `sample` goes to the bank for a test. */
export type CheckMark = "void" | "sample";
