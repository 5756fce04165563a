import type { SheetValue } from "./workbook.ts";

/** A bill, or a credit that a vendor owes, as an accounting program has it. */
export interface Bill {
  readonly vendor: string;
  readonly invoice: string;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly due: string;
  /** What is open; negative for a credit. */
  readonly cents: number;
  /** What the bill was about, before a part was paid. */
  readonly originalCents: number;
  /** Its lines, which add up to what is open. */
  readonly lines: readonly { readonly text: string; readonly quantity: number; readonly unitCents: number }[];
}

export interface ProgramFile {
  readonly rows: readonly (readonly SheetValue[])[];
  /** Whether credits and bills of zero are in it: lists of payments have none. */
  readonly has: { readonly credits: boolean; readonly total: boolean };
}

const us = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
const plain = (cents: number): string => `${cents < 0 ? "-" : ""}${(Math.abs(cents) / 100).toFixed(2)}`;
const grouped = (cents: number): string =>
  `${cents < 0 ? "-" : ""}${(Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
const dollars = (cents: number): string => (cents < 0 ? `-$${grouped(-cents)}` : `$${grouped(cents)}`);
const accounting = (cents: number): string => (cents < 0 ? `(${grouped(-cents)})` : grouped(cents));
const sum = (bills: readonly Bill[]): number => bills.reduce((all, { cents }) => all + cents, 0);
const isBill = ({ cents }: Bill): boolean => cents > 0;

function byVendor(bills: readonly Bill[]): readonly (readonly [vendor: string, bills: readonly Bill[]])[] {
  const vendors = new Map<string, Bill[]>();
  for (const bill of bills) vendors.set(bill.vendor, [...(vendors.get(bill.vendor) ?? []), bill]);
  return [...vendors];
}

const inGroups = { credits: true, total: true };

/**
 * The layouts in which programs export what is owed, as their public documentation describes them. Names, numbers, and
 * amounts are our own.
 */
export const programFiles: Readonly<Record<string, (bills: readonly Bill[]) => ProgramFile>> = {
  "QuickBooks Online, unpaid bills": (bills) => ({
    rows: [
      ["Unpaid Bills"],
      ["Alder Street Trading"],
      ["All dates"],
      [],
      ["", "Date", "Transaction type", "Num", "Due date", "Past due", "Amount", "Open balance"],
      ...byVendor(bills).flatMap(([vendor, its]) => [
        [`${vendor} (503) 555-0142`, "", "", "", "", "", "", ""],
        ...its.map((bill) => [
          "",
          us(bill.date),
          bill.cents < 0 ? "Vendor Credit" : "Bill",
          bill.invoice,
          us(bill.due),
          "12",
          grouped(bill.originalCents),
          grouped(bill.cents),
        ]),
        [`Total for ${vendor}`, "", "", "", "", "", dollars(original(its)), dollars(sum(its))],
      ]),
      ["TOTAL", "", "", "", "", "", dollars(original(bills)), dollars(sum(bills))],
      [],
      ["Friday, November 20, 2026 01:09 PM GMT-08:00 - Accrual basis"],
    ],
    has: inGroups,
  }),
  "QuickBooks Desktop, unpaid bills detail": (bills) => ({
    rows: [
      ["", "", "Type", "Date", "Num", "Due Date", "Aging", "Open Balance"],
      ...byVendor(bills).flatMap(([vendor, its]) => [
        ["", vendor, "", "", "", "", "", ""],
        ...its.map((bill) => [
          "",
          "",
          bill.cents < 0 ? "Credit" : "Bill",
          us(bill.date),
          bill.invoice,
          us(bill.due),
          "9",
          plain(bill.cents),
        ]),
        ["", `Total ${vendor}`, "", "", "", "", "", plain(sum(its))],
      ]),
      ["TOTAL", "", "", "", "", "", "", plain(sum(bills))],
    ],
    has: inGroups,
  }),
  "QuickBooks Online, A/P aging detail": (bills) => {
    const ages = ["Current", "1 - 30 days past due", "31 - 60 days past due"];
    const groups = ages.map((age, index) => [age, bills.filter((_, at) => at % ages.length === index)] as const);
    return {
      rows: [
        ["A/P Aging Detail"],
        ["As of November 20, 2026"],
        [
          "",
          "Date",
          "Transaction type",
          "Num",
          "Vendor display name",
          "Due date",
          "Past due",
          "Amount",
          "Open balance",
        ],
        ...groups.flatMap(([age, its]) =>
          its.length === 0
            ? []
            : [
                [age],
                ...its.map((bill) => [
                  "",
                  us(bill.date),
                  bill.cents < 0 ? "Vendor Credit" : "Bill",
                  bill.invoice,
                  bill.vendor,
                  us(bill.due),
                  "-3",
                  grouped(bill.originalCents),
                  grouped(bill.cents),
                ]),
                [`Total for ${age}`, "", "", "", "", "", "", dollars(original(its)), dollars(sum(its))],
              ],
        ),
        ["TOTAL", "", "", "", "", "", "", dollars(original(bills)), dollars(sum(bills))],
      ],
      has: inGroups,
    };
  },
  "QuickBooks Online, transaction list by vendor": (bills) => ({
    rows: [
      ["Transaction List by Vendor"],
      ["", "Date", "Transaction type", "Num", "Posting (Y/N)", "Memo/Description", "Account full name", "Amount"],
      ...byVendor(bills).flatMap(([vendor, its]) => [
        [vendor],
        ...its.map((bill) => [
          "",
          us(bill.date),
          bill.cents < 0 ? "Vendor Credit" : "Bill",
          bill.invoice,
          "Y",
          "",
          "Accounts Payable (A/P)",
          grouped(bill.cents),
        ]),
        ["", us("2026-10-02"), "Bill Payment (Check)", "1107", "Y", "", "Checking", "-88.20"],
      ]),
    ],
    has: { credits: true, total: false },
  }),
  "Xero, template for bills": (bills) => ({
    rows: [
      [
        "*ContactName",
        "EmailAddress",
        "POAddressLine1",
        "*InvoiceNumber",
        "*InvoiceDate",
        "*DueDate",
        "Total",
        "InventoryItemCode",
        "Description",
        "*Quantity",
        "*UnitAmount",
        "*AccountCode",
        "*TaxType",
        "TaxAmount",
        "Currency",
      ],
      ...bills
        .filter(isBill)
        .flatMap((bill) =>
          bill.lines.map(({ text, quantity, unitCents }) => [
            bill.vendor,
            "",
            "",
            bill.invoice,
            us(bill.date),
            us(bill.due),
            "",
            "",
            text,
            String(quantity),
            plain(unitCents),
            "429",
            "Tax Exempt",
            "",
            "USD",
          ]),
        ),
    ],
    has: { credits: false, total: false },
  }),
  "Xero, bills": (bills) => ({
    rows: [
      [
        "ContactName",
        "InvoiceNumber",
        "Reference",
        "InvoiceDate",
        "DueDate",
        "Total",
        "InvoiceAmountPaid",
        "InvoiceAmountDue",
        "Description",
        "Quantity",
        "UnitAmount",
        "LineAmount",
        "Currency",
        "Type",
        "Status",
      ],
      ...bills
        .filter(({ cents }) => cents >= 0)
        .flatMap((bill) =>
          bill.lines.map(({ text, quantity, unitCents }) => [
            bill.vendor,
            bill.invoice,
            "",
            us(bill.date),
            us(bill.due),
            plain(bill.originalCents),
            plain(bill.originalCents - bill.cents),
            plain(bill.cents),
            text,
            quantity.toFixed(4),
            (unitCents / 100).toFixed(4),
            plain(unitCents * quantity),
            "USD",
            "Bill",
            bill.cents === 0 ? "Paid" : "Awaiting Payment",
          ]),
        ),
    ],
    has: { credits: false, total: false },
  }),
  "Xero, aged payables detail": (bills) => ({
    rows: [
      ["Aged Payables Detail"],
      ["Alder Street Trading"],
      ["As at 20 November 2026"],
      [
        "Invoice Date",
        "Due Date",
        "Invoice Number",
        "Invoice Reference",
        "Current",
        "< 1 Month",
        "1 Month",
        "Older",
        "Total",
      ],
      ...byVendor(bills).flatMap(([vendor, its]) => [
        [vendor],
        ...its.map((bill) => [
          bill.date,
          bill.due,
          bill.invoice,
          "",
          plain(bill.cents),
          "0.00",
          "0.00",
          "0.00",
          plain(bill.cents),
        ]),
        [`Total ${vendor}`, "", "", "", plain(sum(its)), "0.00", "0.00", "0.00", plain(sum(its))],
      ]),
      ["Total", "", "", "", plain(sum(bills)), "0.00", "0.00", "0.00", plain(sum(bills))],
      ["Percentage of total", "", "", "", "100.00%", "", "", "", ""],
    ],
    has: inGroups,
  }),
  "Bill.com, bills": (bills) => ({
    rows: [
      [
        "Vendor Name",
        "Invoice #",
        "Invoice Date",
        "Due Date",
        "Amount",
        "Amount Due",
        "Payment Type",
        "Payment Status",
      ],
      ...bills.map((bill, at) => [
        bill.vendor,
        bill.invoice,
        us(bill.date),
        us(bill.due),
        dollars(bill.originalCents),
        dollars(bill.cents),
        at % 2 === 0 ? "ePayment" : "Check",
        "Unpaid",
      ]),
    ],
    has: { credits: true, total: false },
  }),
  "NetSuite, A/P aging detail": (bills) => ({
    rows: [
      ["Alder Street Trading"],
      ["A/P Aging Detail"],
      ["As of November 20, 2026"],
      ["Vendor", "Transaction Type", "Date", "Document Number", "P.O. No.", "Due Date", "Age", "Open Balance"],
      ...byVendor(bills).flatMap(([vendor, its]) => [
        [vendor, "", "", "", "", "", "", ""],
        ...its.map((bill) => [
          "",
          bill.cents < 0 ? "Bill Credit" : "Bill",
          us(bill.date),
          bill.invoice,
          "",
          us(bill.due),
          "17",
          bill.cents < 0 ? `($${grouped(-bill.cents)})` : dollars(bill.cents),
        ]),
        [`Total - ${vendor}`, "", "", "", "", "", "", dollars(sum(its))],
      ]),
      ["Total", "", "", "", "", "", "", dollars(sum(bills))],
    ],
    has: inGroups,
  }),
  "Sage, aged payables": (bills) => ({
    rows: [
      ["Aged Payables"],
      ["Vendor", "Invoice No", "Due Date", "0 - 30", "31 - 60", "Amount Due"],
      ...byVendor(bills).flatMap(([vendor, its]) => [
        ...its.map((bill) => [vendor, bill.invoice, us(bill.due), plain(bill.cents), "", plain(bill.cents)]),
        // The name again, and nothing that says it is a total.
        [vendor, "", "", plain(sum(its)), "", plain(sum(its))],
      ]),
      ["Report Total", "", "", plain(sum(bills)), "", plain(sum(bills))],
    ],
    has: inGroups,
  }),
  "FreshBooks, bills": (bills) => ({
    rows: [
      ["Vendor", "Bill Number", "Issue Date", "Due Date", "Bill Status", "Total", "Outstanding", "Currency"],
      ...bills.map((bill) => [
        bill.vendor,
        bill.invoice,
        bill.date,
        bill.due,
        bill.cents === 0 ? "Paid" : "Unpaid",
        plain(bill.originalCents),
        plain(bill.cents),
        "USD",
      ]),
    ],
    has: { credits: true, total: false },
  }),
  "Wave, bills": (bills) => ({
    rows: [
      ["Status", "Due date", "Date", "Number", "Vendor", "Total", "Amount due"],
      ...bills.map((bill) => [
        bill.cents === 0 ? "Paid" : "Unpaid",
        bill.due,
        bill.date,
        bill.invoice,
        bill.vendor,
        dollars(bill.originalCents),
        dollars(bill.cents),
      ]),
    ],
    has: { credits: true, total: false },
  }),
  "Gusto, contractor payments": (bills) => ({
    rows: [
      ["Alder Street Trading"],
      ["Contractor payments, November 2026"],
      ["Last name", "First name", "Payment method", "Hours", "Bonus", "Reimbursement", "Total amount"],
      ...bills.filter(isBill).map((bill) => {
        const [first = "", ...last] = bill.vendor.split(" ");
        return [last.join(" "), first, "Direct Deposit", "0.0", "0.00", "0.00", plain(bill.cents)];
      }),
      ["Totals", "", "", "0.0", "0.00", "0.00", plain(sum(bills.filter(isBill)))],
    ],
    has: { credits: false, total: true },
  }),
  "Expensify, reimbursements": (bills) => ({
    rows: [
      ["Submitter", "Report Name", "Report ID", "Submitted", "Currency", "Total", "Reimbursable Total"],
      ...bills
        .filter(isBill)
        .map((bill) => [
          bill.vendor,
          "Trip to Boise",
          bill.invoice,
          bill.date,
          "USD",
          plain(bill.originalCents),
          plain(bill.cents),
        ]),
    ],
    has: { credits: false, total: false },
  }),
  "a bank's template": (bills) => ({
    rows: [
      ["Beneficiary Name", "Type", "Amount", "Currency", "Payment Date", "Reference"],
      ...bills.filter(isBill).map((bill) => [bill.vendor, "ACH", plain(bill.cents), "USD", "", bill.invoice]),
    ],
    has: { credits: false, total: false },
  }),
  "a list with subtotals of Excel": (bills) => ({
    rows: [
      ["Supplier", "Bill No", "Due Date", "Balance Due"],
      ...byVendor(bills).flatMap(([vendor, its]) => [
        ...its.map((bill): SheetValue[] => [vendor, bill.invoice, us(bill.due), accounting(bill.cents)]),
        [`${vendor} Total`, "", "", accounting(sum(its))],
      ]),
      ["Grand Total", "", "", accounting(sum(bills))],
    ],
    has: inGroups,
  }),
};

const original = (bills: readonly Bill[]): number => bills.reduce((all, { originalCents }) => all + originalCents, 0);

/** As a program writes it: quoted where needed. */
export const csvOf = (rows: ProgramFile["rows"]): string =>
  rows
    .map((cells) =>
      cells
        .map((cell) => String(cell))
        .map((text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
        .join(","),
    )
    .join("\r\n");

/** The same with numbers where the text is one, as in a workbook. */
export const sheetOf = (rows: ProgramFile["rows"]): ProgramFile["rows"] =>
  rows.map((cells) =>
    cells.map((cell) => {
      const text = String(cell).replaceAll(/[$,]/g, "");
      return /^-?\d{1,9}\.\d{2}$/.test(text) ? Number.parseFloat(text) : cell;
    }),
  );

const vendors = [
  "Total Energies",
  "Sum & Sons",
  "Credit Union Services",
  "Bill Payne",
  "Alder Block Properties",
  "Alder Block",
  "Balance Point Studio",
  "Tern Packaging Co.",
  "Columbia Gorge Freight",
  "Due North Cartage",
  "Harbor, Light & Co",
  "Check Mate Printing",
  "Mina Okafor Design",
];

/** Bills of vendors, with names that sound like totals, credits, bills that are paid, and amounts that are sums of others. */
export function randomBills(random: () => number, count: number): readonly Bill[] {
  const int = (below: number) => Math.floor(random() * below);
  const bills: Bill[] = [];
  const chosen = vendors.filter(() => random() < 0.6);
  for (const [at, vendor] of (chosen.length === 0 ? vendors : chosen).entries()) {
    let before = 0;
    for (let number = 0; number <= int(count); number += 1) {
      const lines = Array.from({ length: 1 + int(3) }, (_, line) => ({
        text: `Line ${line + 1}`,
        quantity: 1 + int(4),
        unitCents: 1 + int(200_000),
      }));
      const total = lines.reduce((all, { quantity, unitCents }) => all + quantity * unitCents, 0);
      const draw = random();
      // A bill that equals the sum of those before it is no subtotal.
      const isSum = draw < 0.1 && before > 0;
      const cents = isSum ? before : draw < 0.2 ? 0 : draw < 0.35 && number > 0 ? -Math.ceil(total / 9) : total;
      before += cents;
      bills.push({
        vendor,
        invoice: `INV-${at + 1}${String(number).padStart(3, "0")}`,
        date: `2026-10-${String(1 + int(28)).padStart(2, "0")}`,
        due: `2027-0${1 + int(9)}-${String(13 + int(15)).padStart(2, "0")}`,
        cents,
        originalCents: cents <= 0 ? (cents === 0 ? total : cents) : cents + (random() < 0.2 ? 1_000 : 0),
        lines: isSum ? [{ text: "Line 1", quantity: 1, unitCents: cents }] : lines,
      });
    }
  }
  return bills;
}
