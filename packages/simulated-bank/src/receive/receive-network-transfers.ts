import {
  describeProblem,
  type NetworkName,
  networkProfiles,
  networkTransferProblems,
  type OriginalMessage,
} from "bursar-bank-formats/iso20022";
import { type BankDecision, type CustomerFile, reasonOf, rejectedFile } from "./bank-decision.ts";
import { shownFileName } from "./file-name.ts";
import { judgeTransfers } from "./judge-transfers.ts";
import { readCustomerMessage } from "./read-customer-message.ts";
import { instructionsOfNetwork } from "./transfer-instruction.ts";

const FORMAT = "pacs.008";
const networks: readonly NetworkName[] = ["rtp", "fednow", "fedwire", "swift"];
const methods = {
  rtp: "realTimePayment",
  fednow: "realTimePayment",
  fedwire: "domesticWire",
  swift: "internationalWire",
} as const;

/** A transfer as a network takes it (pacs.008): answered with pacs.002 within seconds, or when the wire is settled. */
export function receiveNetworkTransfers(file: CustomerFile): BankDecision {
  const read = readCustomerMessage(file.content, ["pacs.008.001.08"], { isEnvelopeAllowed: true });
  const named = (original: OriginalMessage, code: string, ...lines: readonly string[]) =>
    rejectedFile(file, { format: FORMAT, original, channel: "pacs.002", reasons: [reasonOf(code, ...lines)] });
  if ("problems" in read)
    return named({ messageId: shownFileName(file.name), messageName: FORMAT }, "FF02", ...read.problems);
  const { name, content } = read.message;
  const { MsgId: messageId, CreDtTm: createdAt, SttlmInf: settlement } = content.GrpHdr;
  const original: OriginalMessage = { messageId, messageName: name, createdAt };
  const key = `message:${messageId}`;
  if (file.books.keys.has(key)) return named(original, "DU01", "The message identification was used before");
  const clearingSystem = settlement.ClrSys?.Cd;
  const network = networks.find((each) => networkProfiles[each].clearingSystem === clearingSystem);
  if (network === undefined) return named(original, "AG03", "The network is not one of this bank");
  const problems = networkTransferProblems(network, content).map(describeProblem);
  const judged = judgeTransfers(file, {
    instructions: instructionsOfNetwork(content, methods[network]),
    original,
    channel: "pacs.002",
    clearingSystem,
    problemsAt: () => problems,
  });
  const { payments, events } = judged;
  return { format: FORMAT, keys: [key, ...judged.keys], payments, events, cancelled: [] };
}
