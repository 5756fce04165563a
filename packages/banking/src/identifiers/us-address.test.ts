import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { anyText } from "../../../../server/test/kit/faults/any-text.ts";
import { usAddressProblems, usStateProblem, usStates, zipCodeProblem, zipCodeStateProblem } from "./us-address.ts";
import { statesOfZipPrefix } from "./zip-prefixes.ts";

const prefixes = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, "0"));

describe("states and ZIP codes", () => {
  test("fifty states, the district, eight territories and associated states, three military regions", () => {
    assert.equal(Object.keys(usStates).length, 62);
    for (const state of ["CA", "DC", "PR", "GU", "AE"]) assert.equal(usStateProblem(state), undefined);
    assert.match(usStateProblem("ca") ?? "", /capital letters/);
    for (const text of ["", "XX", "California", "C", "toString"])
      assert.match(usStateProblem(text) ?? "", /two-letter/, text);
  });

  test("a ZIP code has five or nine digits", () => {
    for (const zipCode of ["94105", "94105-1804", "00501", "99950"]) assert.equal(zipCodeProblem(zipCode), undefined);
    for (const zipCode of ["", "9410", "941055", "94105-", "94105-18", "941051804", "94105 1804", "９４１０５"]) {
      assert.match(zipCodeProblem(zipCode) ?? "", /five digits/, zipCode);
    }
    assert.match(zipCodeProblem("00000") ?? "", /begins with 000/);
    assert.match(zipCodeProblem("00401") ?? "", /begins with 004/);
  });

  test("a ZIP code belongs to its state", () => {
    // One well-known place for each state and territory, and special cases: a tax office, an airport, a border town.
    const places = `
      35203 AL  99501 AK  85001 AZ  72201 AR  94105 CA  80202 CO  06103 CT  19801 DE  33101 FL  30303 GA  96813 HI  83702 ID
      60601 IL  46204 IN  50309 IA  66603 KS  40202 KY  70112 LA  04101 ME  21201 MD  02108 MA  48226 MI  55401 MN  39201 MS
      63101 MO  59601 MT  68102 NE  89101 NV  03101 NH  07102 NJ  87501 NM  10001 NY  28202 NC  58501 ND  44114 OH  73102 OK
      97201 OR  19103 PA  02903 RI  29201 SC  57501 SD  37201 TN  75201 TX  84101 UT  05401 VT  23219 VA  98101 WA  25301 WV
      53202 WI  82001 WY  20500 DC  00901 PR  00802 VI  96799 AS  96910 GU  96950 MP  96941 FM  96960 MH  96940 PW
      34035 AA  09012 AE  96201 AP
      00501 NY  01810 MA  05501 MA  06390 NY  20170 VA  39901 GA  73301 TX  88510 TX  83414 WY  73960 TX  42223 KY  20331 MD`;
    for (const [, zipCode = "", state = ""] of places.matchAll(/(\d{5}) ([A-Z]{2})/g)) {
      assert.equal(zipCodeProblem(zipCode), undefined, zipCode);
      assert.equal(zipCodeStateProblem(zipCode, state), undefined, `${zipCode} ${state}`);
    }
    const stated = new Set([...places.matchAll(/[A-Z]{2}/g)].map(String));
    assert.deepEqual([...stated].toSorted(), Object.keys(usStates).toSorted());
  });

  test("from the state's lowest to its highest ZIP code", () => {
    const extremes = `
      AK 99501 99950  AL 35004 36925  AR 71601 72959  AZ 85001 86556  CA 90001 96162  CO 80001 81658  CT 06001 06928
      DE 19701 19980  FL 32004 34997  GA 30001 31999  HI 96701 96898  IA 50001 52809  ID 83201 83876  IL 60001 62999
      IN 46001 47997  KS 66002 67954  KY 40003 42788  LA 70001 71497  MA 01001 02791  MD 20601 21930  ME 03901 04992
      MI 48001 49971  MN 55001 56763  MO 63001 65899  MS 38601 39776  MT 59001 59937  NC 27006 28909  ND 58001 58856
      NE 68001 69367  NH 03031 03897  NJ 07001 08989  NM 87001 88441  NV 88901 89883  NY 10001 14975  OH 43001 45999
      OK 73401 74966  OR 97001 97920  PA 15001 19640  RI 02801 02940  SC 29001 29948  SD 57001 57799  TN 37010 38589
      TX 75001 79999  UT 84001 84784  VA 22001 24658  VT 05601 05907  WA 98001 99403  WI 53001 54990  WV 24701 26886
      WY 82001 83128`;
    for (const [, state = "", lowest = "", highest = ""] of extremes.matchAll(/([A-Z]{2}) (\d{5}) (\d{5})/g)) {
      for (const zipCode of [lowest, highest])
        assert.ok(statesOfZipPrefix(zipCode.slice(0, 3)).includes(state), `${zipCode} ${state}`);
    }
  });

  test("and to no other", () => {
    assert.equal(zipCodeStateProblem("94105", "NY"), "ZIP code 94105 is in California, not in New York.");
    assert.equal(
      zipCodeStateProblem("06390", "MA"),
      "ZIP code 06390 is in Connecticut or New York, not in Massachusetts.",
    );
    assert.match(zipCodeStateProblem("09012-0001", "AP") ?? "", /Armed Forces Europe/);
  });

  test("an unused prefix is accepted for any state", () => {
    assert.deepEqual(statesOfZipPrefix("999"), ["AK"]);
    assert.deepEqual(statesOfZipPrefix("849"), []);
    assert.equal(zipCodeStateProblem("84901", "UT"), undefined);
  });

  test("law: a prefix has at most two states, except Guam's and its neighbors', and every state has a prefix", () => {
    for (const prefix of prefixes) {
      const states = statesOfZipPrefix(prefix);
      assert.ok(states.length <= (prefix === "969" ? 5 : 2), `${prefix}: ${states}`);
      assert.equal(new Set(states).size, states.length, prefix);
      for (const state of states) assert.ok(state in usStates, `${prefix}: ${state}`);
    }
    const used = new Set(prefixes.flatMap(statesOfZipPrefix));
    assert.deepEqual([...used].toSorted(), Object.keys(usStates).toSorted());
  });
});

describe("US addresses", () => {
  const good = { address1: "660 Mission St", address2: null, city: "San Francisco", region: "CA", postalCode: "94105" };

  test("a valid address has no problems", () => {
    assert.deepEqual(usAddressProblems(good), []);
    assert.deepEqual(usAddressProblems({ ...good, address2: "Floor 3", postalCode: "94105-4007" }), []);
  });

  test("problems are listed by field, in the order of the form", () => {
    const bad = { address1: " ", address2: "x".repeat(51), city: "San\nFrancisco", region: "Cal", postalCode: "9410" };
    assert.deepEqual(
      usAddressProblems(bad).map((problem) => problem.path),
      ["address1", "address2", "city", "region", "postalCode"],
    );
  });

  test("ZIP code and state are compared only if both are valid", () => {
    const paths = (address: typeof good) => usAddressProblems(address).map((problem) => problem.path);
    assert.deepEqual(paths({ ...good, region: "NV" }), ["postalCode"]);
    assert.deepEqual(paths({ ...good, region: "XX" }), ["region"]);
  });

  test("law: any text gets a result, never an exception", () => {
    fc.assert(
      fc.property(anyText(), anyText(), anyText(), anyText(), (address1, city, region, postalCode) => {
        for (const problem of usAddressProblems({ address1, city, region, postalCode }))
          assert.match(problem.message, /\.$/);
      }),
    );
  });
});
