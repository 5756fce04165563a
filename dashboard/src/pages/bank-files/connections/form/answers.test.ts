import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BankConnectionQuestion } from "../../../../api/generated/types.gen.ts";
import { explanationOf, labelOf, settingInWords, settingPathOf, settingsIn, startingAnswers } from "./answers.ts";

const question = (member: string, more: Partial<BankConnectionQuestion> = {}): BankConnectionQuestion => ({
  name: member,
  part: "channel",
  member,
  description: "",
  type: "string",
  values: [],
  nullable: false,
  initial: null,
  rarelyChanged: false,
  ...more,
});

const questions = [
  question("host"),
  question("port", { type: "integer", initial: "22" }),
  question("hostKeys", { type: "array" }),
  question("removeAfterReading", { type: "boolean", initial: "no" }),
  question("temporaryPrefix", { initial: "" }),
  question("extension", { part: "pgp", initial: ".pgp" }),
  question("immediateOrigin", { part: "railSettings" }),
  question("offsetAccountId", { part: "railSettings", nullable: true, initial: "none" }),
];
const ofPart = (part: BankConnectionQuestion["part"]) => questions.filter((each) => each.part === part);

describe("answers about a bank connection", () => {
  it("begin with the defaults, and omit what is required and missing", () => {
    const answers = startingAnswers(questions, undefined);
    assert.deepEqual(settingsIn(ofPart("channel"), answers), {
      port: 22,
      hostKeys: [],
      removeAfterReading: false,
      temporaryPrefix: "",
    });
    assert.deepEqual(settingsIn(ofPart("railSettings"), answers), { offsetAccountId: null });
  });

  it("come back from stored settings as they were", () => {
    const channel = {
      host: "sftp.bank.example",
      port: 2222,
      hostKeys: ["SHA256:a", "SHA256:b"],
      removeAfterReading: true,
      temporaryPrefix: "tmp-",
    };
    const railSettings = { immediateOrigin: " 021000021", offsetAccountId: null };
    const answers = startingAnswers(questions, {
      version: 3,
      name: "First Harbor",
      accountIds: [],
      railSettings,
      channel: { ...channel, pgp: { extension: ".asc" } },
      firstDays: null,
      storedSecrets: [],
    });
    assert.deepEqual(settingsIn(ofPart("channel"), answers), channel);
    assert.deepEqual(settingsIn(ofPart("railSettings"), answers), railSettings);
    assert.deepEqual(settingsIn(ofPart("pgp"), answers), { extension: ".asc" });
  });

  it("take amounts and lists as people write them", () => {
    const limit = question("limit", { type: "number" });
    assert.deepEqual(settingsIn([limit], { [settingPathOf(limit)]: "$1,000.50" }), { limit: 1000.5 });
    const times = question("cutOffs", { type: "array" });
    assert.deepEqual(settingsIn([times], { [settingPathOf(times)]: "10:15, 14:30\n18:30" }), {
      cutOffs: ["10:15", "14:30", "18:30"],
    });
  });

  it("have labels in words", () => {
    assert.equal(labelOf({ member: "odfiRoutingNumber" }), "ODFI routing number");
    assert.equal(labelOf({ member: "sameDayCutOffs" }), "Same-day cut-offs");
    assert.equal(labelOf({ member: "hostKeys" }), "Host keys");
    assert.equal(settingInWords("lettersFirst"), "Letters first");
    assert.equal(settingInWords("crlf"), "CRLF");
  });

  it("are explained without repeating the label, and without marks of code", () => {
    assert.equal(
      explanationOf("Immediate origin", "Immediate Origin, ten characters: the number that the bank assigned."),
      "Ten characters: the number that the bank assigned.",
    );
    assert.equal(explanationOf("Company name", "Company Name: what recipients see."), "What recipients see.");
    assert.equal(explanationOf("Folder", "The folder that contains `outbox`."), "The folder that contains outbox.");
    assert.equal(explanationOf("Prenotes", "Whether a prenote goes first."), "A prenote goes first.");
    assert.equal(explanationOf("File", "Files of the bank."), "Files of the bank.");
  });
});
