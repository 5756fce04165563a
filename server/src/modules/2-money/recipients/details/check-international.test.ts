import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type InternationalInput,
  internationalProblems,
  internationalRouting,
  readInternationalDetails,
} from "./check-international.ts";

const berlin: InternationalInput = {
  iban: "de89 3704 0044 0532 0130 00",
  swiftCode: "cobadeff",
  bankName: " Commerzbank ",
};
const address = { address1: "1 George St", city: "Sydney", region: "NSW", postalCode: "2000", country: "AU" };
const sydney: InternationalInput = {
  iban: "1234 5678",
  swiftCode: "CTBAAU2S",
  bankName: "Commonwealth Bank",
  nationalBankCode: "062-000",
  address,
  correspondentInfo: { swiftCode: "chasus33" },
};
const pathsOf = (input: InternationalInput) => internationalProblems(input).map(({ path }) => path);

describe("bank details abroad", () => {
  test("are an IBAN and a BIC; spaces, capitals, and everything optional may be left out", () => {
    assert.deepEqual(internationalProblems(berlin), []);
    assert.deepEqual(internationalRouting(readInternationalDetails(berlin)), {
      method: "internationalWire",
      accountNumber: "DE89370400440532013000",
      accountNumberLast4: "3000",
      swiftCode: "COBADEFF",
      bankName: "Commerzbank",
      bankCountry: "DE",
    });
  });

  test("are an account number and a bank code in countries without IBANs, with the recipient's address and a correspondent bank", () => {
    assert.deepEqual(internationalProblems(sydney), []);
    assert.deepEqual(internationalRouting(readInternationalDetails(sydney)), {
      method: "internationalWire",
      accountNumber: "12345678",
      accountNumberLast4: "5678",
      swiftCode: "CTBAAU2S",
      bankName: "Commonwealth Bank",
      bankCountry: "AU",
      nationalBankCode: "062000",
      correspondentSwiftCode: "CHASUS33",
      address: { ...address, address2: null },
    });
  });

  const refused: readonly (readonly [string, InternationalInput, readonly string[]])[] = [
    ["an account number where IBANs are used", { ...berlin, iban: "532013000" }, ["iban"]],
    ["no bank code where one is needed", { ...sydney, nationalBankCode: null }, ["nationalBankCode"]],
    ["another country's bank code", { ...sydney, nationalBankCode: "HDFC0000001" }, ["nationalBankCode"]],
    ["a bank in the US", { ...sydney, swiftCode: "CHASUS33", nationalBankCode: null }, ["swiftCode"]],
    [
      "a correspondent bank without a BIC",
      { ...berlin, correspondentInfo: { swiftCode: "021000021" } },
      ["correspondentInfo.swiftCode"],
    ],
    ["an address without a country", { ...berlin, address: { ...address, country: "" } }, ["address.country"]],
    [
      "an address without a street and a town",
      { ...berlin, address: { ...address, address1: "", city: " " } },
      ["address.address1", "address.city"],
    ],
    ["a number that is too long for a message", { ...sydney, iban: "1".repeat(35) }, ["iban"]],
    ["nothing that is right", { iban: "?", swiftCode: "?", bankName: " " }, ["iban", "swiftCode", "bankName"]],
  ];
  for (const [name, input, paths] of refused)
    test(`are refused with ${name}`, () => {
      assert.deepEqual(pathsOf(input), paths);
      for (const { message } of internationalProblems(input))
        assert.ok(!message.includes(input.iban) || input.iban === "?");
    });

  test("may be in countries without regions and postal codes", () => {
    const hongKong = { ...address, city: "Hong Kong", region: "", postalCode: "", country: "HK" };
    assert.deepEqual(pathsOf({ iban: "123456789012", swiftCode: "HSBCHKHH", bankName: "HSBC", address: hongKong }), []);
  });
});
