/** A document as data, independent of how it is drawn. `renderPdf` turns it into a file. */
export interface PdfDocument {
  /** The kind of document and what distinguishes it: "Account statement". It is also the title of the viewer's window. */
  readonly title: string;
  readonly subtitle?: string;
  /** The date written into the file; the same document and date always give the same bytes. */
  readonly createdAt: Date;
  /** Who issued the document: the name in the header of every page and, on the first, the lines below it. */
  readonly issuer: {
    readonly name: string;
    readonly lines: readonly string[];
    /** #rrggbb: of the title, the strongest figures, and a line at the top of the first page. */
    readonly color?: string;
    /** Above the name on the first page: a PNG without transparency, in base64. */
    readonly logo?: string;
  };
  /** At the bottom of every page, next to the page number. */
  readonly footer: string;
  readonly blocks: readonly PdfBlock[];
}

export type PdfBlock =
  /** Starts a page unless what belongs together below it, in points, fits on this one. */
  | { readonly kind: "heading"; readonly text: string; readonly keep?: number }
  | { readonly kind: "paragraph"; readonly text: string; readonly muted?: boolean }
  /** What a reader must not miss, in a frame: the payment failed. */
  | { readonly kind: "notice"; readonly heading: string; readonly text: string }
  /** Text side by side, such as the addresses of an invoice. */
  | { readonly kind: "columns"; readonly columns: readonly PdfTextColumn[] }
  /** Labels with values, one pair per line. */
  | { readonly kind: "facts"; readonly facts: readonly PdfFact[] }
  /** A few figures across the page, each below its label. */
  | { readonly kind: "figures"; readonly figures: readonly PdfFact[] }
  /** A sum at the right edge: subtotal, tax, total. */
  | { readonly kind: "totals"; readonly totals: readonly PdfFact[] }
  | PdfTable;

export interface PdfTextColumn {
  readonly heading: string;
  readonly lines: readonly string[];
}

export interface PdfFact {
  readonly label: string;
  readonly value: string;
  readonly strong?: boolean;
}

/** A table that may cover many pages; its header is repeated on each. */
export interface PdfTable {
  readonly kind: "table";
  /** Read to people who cannot see the table. */
  readonly summary: string;
  readonly columns: readonly PdfColumn[];
  /** All rows, or parts of them, so that a long table is never in memory as a whole. */
  readonly rows: readonly PdfRow[] | AsyncIterable<readonly PdfRow[]>;
}

export interface PdfColumn {
  readonly title: string;
  /** Relative to the other columns. */
  readonly width: number;
  /** "right" for amounts: the font's figures have equal widths. */
  readonly align?: "left" | "right";
}

export interface PdfRow {
  /** One text per column. Lines after the first are printed smaller. */
  readonly cells: readonly string[];
  /** For opening balances and subtotals. */
  readonly strong?: boolean;
}
