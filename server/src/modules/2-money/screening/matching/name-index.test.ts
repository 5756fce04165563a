import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lettersChanged, similarity } from "#kernel/values/edit-distance.ts";
import { readOfacList } from "../lists/read-ofac.ts";
import { indexList, type ListEntry } from "./name-index.ts";
import { comparedName } from "./plain-tokens.ts";

const entry = (id: string, name: string, ...aliases: readonly string[]): ListEntry => ({
  id,
  name,
  aliases,
  type: "entity",
  programs: [],
  addresses: [],
  remarks: "",
});

// Made up: no name of a real list.
const index = await indexList([
  entry("1", "PETROV, Sergei Ivanovich", "PETROFF, Sergey"),
  entry("2", "NORTHWIND SHIPPING COMPANY LIMITED", "NORTHWIND LINES"),
  entry("3", "AERO CARIBE AVIATION"),
  entry("4", "ZARANTI"),
  entry("5", "LIM, Ho"),
  entry("6", "MÜLLER-ØSTERGÅRD, Jörg"),
]);

describe("names of a list", () => {
  const cases: readonly [name: string, found: readonly string[]][] = [
    // Order, case, punctuation, a middle name more or less.
    ["Sergei Petrov", ["1"]],
    ["petrov sergei", ["1"]],
    ["SERGEI I. PETROV", ["1"]],
    ["Petrov, Sergei Ivanovich", ["1"]],
    // Another spelling, and another alphabet.
    ["Sergey Petroff", ["1"]],
    ["Сергей Петров", ["1"]],
    // Latin letters replaced by ones that look the same.
    ["Sеrgei Рetrov", ["1"]],
    // Invisible and full-width characters.
    ["Ser\u200bgei Petrov", ["1"]],
    ["Ｓｅｒｇｅｉ Ｐｅｔｒｏｖ", ["1"]],
    // One letter in a longer word.
    ["Sergei Petroov", ["1"]],
    ["Sergei Petorv", ["1"]],
    // Only one of two words.
    ["Sergei Markov", []],
    ["Anna Petrova Design", []],
    // Legal forms do not count.
    ["Northwind Shipping LLC", ["2"]],
    ["The Northwind Shipping Co., Ltd.", ["2"]],
    ["Northwind Shipping of Ohio Inc", ["2"]],
    ["Southwind Shipping", []],
    ["Northwind Bakery", []],
    // Written together.
    ["Aerocaribe Aviation", ["3"]],
    ["AeroCaribeAviation", ["3"]],
    // A name of one word, in a longer one only if it is long enough to mean something.
    ["Zaranti", ["4"]],
    ["Zaranti Trading Group", ["4"]],
    ["Zarante", ["4"]],
    ["Limo Hotels", []],
    ["Ho Lim", ["5"]],
    // Accents.
    ["Jorg Mueller Ostergard", ["6"]],
    ["Jorg Muller Ostergard", ["6"]],
    ["", []],
    ["Mina Okafor Design", []],
  ];
  for (const [name, found] of cases)
    it(`${JSON.stringify(name)} resembles ${found.length === 0 ? "none" : found.join(", ")}`, () => {
      assert.deepEqual(
        index.find([name], 85).map((match) => match.entry.id),
        found,
      );
    });

  it("finds the same again, in the same order, and less with a higher threshold", () => {
    const all = index.find(["Sergei Petrov", "Zarante Northwind Lines"], 70);
    assert.deepEqual(index.find(["Sergei Petrov", "Zarante Northwind Lines"], 70), all);
    for (let threshold = 70; threshold <= 100; threshold += 1) {
      const found = index.find(["Sergei Petrov", "Zarante Northwind Lines"], threshold);
      assert.deepEqual(
        found,
        all.filter(({ score }) => score >= threshold),
      );
    }
    assert.deepEqual(
      index.find(["Sergei Petrov"], 100).map(({ score }) => score),
      [100],
    );
  });

  it("says which letters it cannot read", () => {
    assert.equal(comparedName("张伟").isUnreadable, true);
    assert.equal(comparedName("Zhang Wei 张").isUnreadable, true);
    assert.equal(comparedName("Müller & Søn A/S №5").isUnreadable, false);
  });

  it("counts changed letters, and none in short words", () => {
    assert.equal(lettersChanged("PETROV", "PETORV", 2), 1, "two neighbors exchanged are one change");
    assert.equal(lettersChanged("KITTEN", "SITTING", 3), 3);
    assert.equal(lettersChanged("KITTEN", "SITTING", 2), undefined);
    assert.equal(similarity("LEE", "LEA"), 0);
    assert.equal(similarity("PETROV", "PETROF"), 1 - 1 / 6);
  });
});

const sdn = [
  '36,"NORTHWIND SHIPPING COMPANY LIMITED",-0- ,"IRAN] [SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '173,"PETROV, Sergei; Ivanovich","individual","SDNT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 01 Jan 1970; POB Town."',
  "\u001a",
].join("\r\n");
const alt = '173,12,"aka","PETROFF, Sergey",-0- \r\n\u001a';
const add = '173,25,"1 Main St","Town 1000","Cuba",-0- \r\n';
const xml = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation><Publish_Date>11/14/2026</Publish_Date><Record_Count>2</Record_Count></publshInformation>
  <sdnEntry><uid>36</uid><lastName>NORTHWIND SHIPPING &amp; CO</lastName><sdnType>Entity</sdnType>
    <programList><program>IRAN</program><program>SDGT</program></programList></sdnEntry>
  <sdnEntry><uid>173</uid><firstName>Sergei Ivanovich</firstName><lastName>PETROV</lastName><sdnType>Individual</sdnType>
    <programList><program>SDNT</program></programList>
    <akaList><aka><uid>12</uid><type>a.k.a.</type><category>strong</category><lastName>PETROFF</lastName><firstName>Sergey</firstName></aka>
      <aka><uid>13</uid><type>a.k.a.</type><category>weak</category><lastName>SERYOZHA</lastName></aka></akaList>
    <addressList><address><uid>25</uid><city>Town</city><country>Cuba</country></address></addressList>
    <dateOfBirthList><dateOfBirthItem><uid>5</uid><dateOfBirth>01 Jan 1970</dateOfBirth></dateOfBirthItem></dateOfBirthList>
  </sdnEntry>
</sdnList>`;

describe("OFAC's files", () => {
  it("are read as CSV, in any order, with empty fields and a Ctrl-Z", () => {
    const { entries } = readOfacList([
      { name: "ALT.CSV", text: alt },
      { name: "SDN.CSV", text: sdn },
      { name: "ADD.CSV", text: add },
    ]);
    assert.deepEqual(entries, [
      {
        id: "36",
        name: "NORTHWIND SHIPPING COMPANY LIMITED",
        type: "entity",
        programs: ["IRAN", "SDGT"],
        aliases: [],
        addresses: [],
        remarks: "",
      },
      {
        id: "173",
        name: "PETROV, Sergei; Ivanovich",
        type: "individual",
        programs: ["SDNT"],
        aliases: ["PETROFF, Sergey"],
        addresses: ["1 Main St, Town 1000, Cuba"],
        remarks: "DOB 01 Jan 1970; POB Town.",
      },
    ]);
  });

  it("are read as XML, without names that OFAC calls too broad", () => {
    const { entries, publishedOn } = readOfacList([{ name: "sdn.xml", text: xml }]);
    assert.equal(publishedOn, "2026-11-14");
    assert.deepEqual(
      entries.map(({ id, name, aliases, programs }) => [id, name, aliases, programs]),
      [
        ["36", "NORTHWIND SHIPPING & CO", [], ["IRAN", "SDGT"]],
        ["173", "PETROV, Sergei Ivanovich", ["PETROFF, Sergey"], ["SDNT"]],
      ],
    );
  });

  const files = (changed: Readonly<Record<string, string>>) =>
    Object.entries({ "SDN.CSV": sdn, "ALT.CSV": alt, ...changed }).map(([name, text]) => ({ name, text }));
  const bad: readonly [what: string, files: readonly { name: string; text: string }[], problem: RegExp][] = [
    ["without ALT.CSV", files({ "ALT.CSV": "" }), /ALT\.CSV/],
    ["cut off within a record", files({ "SDN.CSV": sdn.slice(0, -40) }), /quotes|columns/],
    ["of different days", files({ "ALT.CSV": '999,1,"aka","X",-0- ' }), /entry 999/],
    ["a page of a website", files({ "SDN.CSV": "<html><body>Service unavailable</body></html>" }), /columns|12/],
    ["with an entry twice", files({ "SDN.CSV": `${sdn.split("\r\n")[0]}\r\n${sdn}` }), /same number/],
    ["XML that ends early", [{ name: "sdn.xml", text: xml.slice(0, -20) }], /well-formed/],
    [
      "XML with a document type",
      [{ name: "sdn.xml", text: xml.replace("<sdnList", "<!DOCTYPE a [<!ENTITY b 'c'>]><sdnList") }],
      /document type/,
    ],
    ["XML of something else", [{ name: "x.xml", text: '<?xml version="1.0"?><rss/>' }], /begins with rss/],
    ["empty", [{ name: "SDN.CSV", text: "" }], /12 columns/],
  ];
  for (const [what, given, problem] of bad)
    it(`are refused: ${what}`, () => {
      assert.throws(() => readOfacList(given), { name: "UnreadableList", message: problem });
    });
});
