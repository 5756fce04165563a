import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";

/**
 * The demo organization of a sandbox: a coffee roaster. Everything is invented, except that routing numbers are real,
 * because they are validated; the simulated bank pays the account numbers.
 */
export const COMPANY_NAME = "Larkspur Coffee Roasters, Inc.";

export const COMPANY_ADDRESS = {
  address1: "2300 Mission Street",
  address2: "Floor 3",
  city: "San Francisco",
  region: "CA",
  postalCode: "94110",
  country: "US",
} as const;

export const demoAccounts = [
  { key: "operating", name: "Operating Checking", kind: "checking", accountNumber: "202600417301" },
  { key: "payroll", name: "Payroll Checking", kind: "checking", accountNumber: "202600417302" },
  { key: "reserve", name: "Reserve Savings", kind: "savings", accountNumber: "202600417303" },
  { key: "treasury", name: "Treasury", kind: "treasury", accountNumber: "202600417304" },
] as const;
export type DemoAccountKey = (typeof demoAccounts)[number]["key"];

export const demoUsers = [
  { email: "ada@larkspur.example", firstName: "Ada", lastName: "Castellan", role: "administrator" },
  { email: "ben@larkspur.example", firstName: "Ben", lastName: "Oyelaran", role: "approver" },
  { email: "cora@larkspur.example", firstName: "Cora", lastName: "Lindqvist", role: "bookkeeper" },
] as const;

interface DemoAddress {
  readonly address1: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
}

/** A recipient with US bank details. `methods` are the available payment methods. */
export interface DemoRecipient {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly isBusiness: boolean;
  readonly methods: readonly Exclude<PaymentMethod, "internationalWire">[];
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly bankName: string;
  readonly address: DemoAddress;
}

const portland = (address1: string, postalCode = "97214"): DemoAddress => ({
  address1,
  city: "Portland",
  state: "OR",
  postalCode,
});
const CHASE = { routingNumber: "021000021", bankName: "JPMorgan Chase Bank" };
const WELLS = { routingNumber: "121000248", bankName: "Wells Fargo Bank" };
const US_BANK = { routingNumber: "123000220", bankName: "U.S. Bank" };

const employee = (
  key: string,
  name: string,
  accountNumber: string,
  address: DemoAddress,
  methods: DemoRecipient["methods"] = ["ach"],
): DemoRecipient => ({
  key,
  name,
  email: `${key}@larkspur.example`,
  isBusiness: false,
  methods,
  accountNumber,
  address,
  ...US_BANK,
});

/** The start-up message pays the first one. */
export const demoRecipients: readonly DemoRecipient[] = [
  {
    key: "designer",
    name: "Mina Okafor Design",
    email: "mina@okafor.example",
    isBusiness: true,
    methods: ["ach", "realTimePayment"],
    accountNumber: "7781204466",
    address: portland("118 SE Alder Street"),
    ...CHASE,
  },
  {
    key: "importer",
    name: "Harbor Green Coffee Importers",
    email: "settlements@harborgreen.example",
    isBusiness: true,
    methods: ["domesticWire", "ach"],
    accountNumber: "4400918273",
    address: { address1: "900 Alaskan Way", city: "Seattle", state: "WA", postalCode: "98104" },
    ...WELLS,
  },
  {
    key: "landlord",
    name: "Alder Block Properties LLC",
    email: "rent@alderblock.example",
    isBusiness: true,
    methods: ["ach", "check"],
    accountNumber: "3390021187",
    address: portland("22 NW Couch Street", "97209"),
    ...US_BANK,
  },
  {
    key: "packaging",
    name: "Tern Packaging Co.",
    email: "ar@ternpackaging.example",
    isBusiness: true,
    methods: ["ach"],
    accountNumber: "6610047729",
    address: { address1: "4410 Industrial Drive", city: "Boise", state: "ID", postalCode: "83705" },
    ...WELLS,
  },
  {
    key: "freight",
    name: "Columbia Gorge Freight",
    email: "billing@gorgefreight.example",
    isBusiness: true,
    methods: ["ach"],
    accountNumber: "5519920034",
    address: { address1: "77 Port Way", city: "Hood River", state: "OR", postalCode: "97031" },
    ...US_BANK,
  },
  {
    key: "lawyer",
    name: "Whitfield & Marsh LLP",
    email: "accounts@whitfieldmarsh.example",
    isBusiness: true,
    methods: ["check", "domesticWire"],
    accountNumber: "8801177305",
    address: portland("1300 SW Fifth Avenue", "97201"),
    ...CHASE,
  },
  {
    key: "repairs",
    name: "Gus Petrakis Roaster Repair",
    email: "gus@petrakis.example",
    isBusiness: true,
    methods: ["check"],
    accountNumber: "",
    address: { address1: "9 Mill Lane", city: "Salem", state: "OR", postalCode: "97301" },
    ...US_BANK,
  },
  {
    key: "utilities",
    name: "Willamette Gas & Power",
    email: "business@willamettegp.example",
    isBusiness: true,
    methods: ["ach"],
    accountNumber: "1002233445",
    address: portland("500 NE Multnomah Street", "97232"),
    ...US_BANK,
  },
  {
    key: "insurance",
    name: "Beacon Mutual Insurance",
    email: "premiums@beaconmutual.example",
    isBusiness: true,
    methods: ["ach"],
    accountNumber: "9917300412",
    address: { address1: "1 Beacon Plaza", city: "Boston", state: "MA", postalCode: "02108" },
    ...CHASE,
  },
  employee("ines.ferreira", "Ines Ferreira", "3320045511", portland("61 SE Ash Street")),
  employee("tomas.hale", "Tomas Hale", "3320045512", portland("7 N Skidmore Street", "97217")),
  employee("priya.nair", "Priya Nair", "3320045513", portland("2815 SE Clinton Street", "97202"), [
    "ach",
    "realTimePayment",
  ]),
  employee("owen.brandt", "Owen Brandt", "3320045514", portland("830 NE Holman Street", "97211")),
  employee("lucia.romero", "Lucia Romero", "3320045515", {
    address1: "14 Main Street",
    city: "Vancouver",
    state: "WA",
    postalCode: "98660",
  }),
];

/** Paid by international wire only, with details as if entered through an invite. */
export const demoInternationalRecipient = {
  key: "growers",
  name: "Cooperativa Cafetalera Alta Verapaz",
  email: "pagos@altaverapaz.example",
  iban: "GT20AGRO00000000001234567890",
  swiftCode: "AGROGTGC",
  bankName: "Banco de Desarrollo Rural",
  bankCountry: "GT",
  address: {
    address1: "4a Calle 6-21, Zona 2",
    address2: null,
    city: "Coban",
    region: "Alta Verapaz",
    postalCode: "16001",
    country: "GT",
  },
} as const;

export const demoCustomers: readonly string[] = [
  "Blue Door Cafes",
  "Hotel Meridian Portland",
  "Northside Grocers Co-op",
  "Online shop settlement",
  "Cascade Bakeries",
  "Riverbend Restaurant Group",
  "Juniper Street Market",
];

/** Deposits that no rule can match with certainty: shortened names, deducted fees, round sums, other payers. */
export const demoUnsortedDeposits = [
  { from: "Juniper Street Market, Inc.", dollars: 8_000, memo: "On account", bankingDaysAgo: 1 },
  { from: "Riverbend Restaurant Grp", dollars: 4_555, memo: null, bankingDaysAgo: 2 },
  { from: "M. Delgado", dollars: 2_385, memo: "Hotel Meridian, September order", bankingDaysAgo: 3 },
  { from: "Cascade Bakeries LLC", dollars: 5_180, memo: "October invoice, wire fee deducted", bankingDaysAgo: 5 },
] as const;
