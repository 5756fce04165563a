import type { MessageContent } from "../messages/message-tables.ts";
import { decimalFromMinor } from "../schema/amount-text.ts";
import type { MessageProblem } from "../schema/problems.ts";
import { findForeignCharacter, type WireCharacterSet } from "../text/latin-text.ts";
import { type NetworkName, type NetworkProfile, networkProfiles } from "./network-profiles.ts";
import { addressProblems } from "./postal-address-rules.ts";

type Content = MessageContent<"pacs.008.001.08">;
type Transfer = Content["CdtTrfTxInf"][number];
type Agent = NonNullable<Transfer["InstgAgt"]>;

const ROOT = "Document/FIToFICstmrCdtTrf";

/** The rules of a network that a customer credit transfer violates; none if the network will accept it. */
export function networkTransferProblems(network: NetworkName, content: Content): readonly MessageProblem[] {
  const profile = networkProfiles[network];
  const { GrpHdr: header, CdtTrfTxInf: transfers } = content;
  const problems: MessageProblem[] = [];
  if (transfers.length !== 1)
    problems.push({ path: `${ROOT}/CdtTrfTxInf`, rule: `${profile.title} takes one transfer per message` });
  if (header.SttlmInf.ClrSys?.Cd !== profile.clearingSystem) {
    const rule = profile.clearingSystem === undefined ? "must be absent" : `must be ${profile.clearingSystem}`;
    problems.push({ path: `${ROOT}/GrpHdr/SttlmInf/ClrSys/Cd`, rule });
  }
  if (profile.messageId !== undefined && !profile.messageId.form.test(header.MsgId))
    problems.push({ path: `${ROOT}/GrpHdr/MsgId`, rule: profile.messageId.rule });
  if (profile.hasTotalInHeader) {
    if (header.IntrBkSttlmDt === undefined) problems.push({ path: `${ROOT}/GrpHdr/IntrBkSttlmDt`, rule: "is missing" });
    if (header.TtlIntrBkSttlmAmt === undefined)
      problems.push({ path: `${ROOT}/GrpHdr/TtlIntrBkSttlmAmt`, rule: "is missing" });
  }
  for (const [index, transfer] of transfers.entries()) {
    const path = `${ROOT}/CdtTrfTxInf[${index + 1}]`;
    problems.push(
      ...transferProblems(profile, path, transfer),
      ...partyProblems(profile, path, transfer),
      ...characterProblems(path, transfer),
    );
  }
  return problems;
}

function transferProblems(profile: NetworkProfile, path: string, transfer: Transfer): readonly MessageProblem[] {
  const problems: MessageProblem[] = [];
  const { IntrBkSttlmAmt: amount, PmtTpInf: type } = transfer;
  if (profile.needsUetr && transfer.PmtId.UETR === undefined)
    problems.push({ path: `${path}/PmtId/UETR`, rule: "is missing" });
  if (profile.currency !== undefined && amount.Ccy !== profile.currency)
    problems.push({ path: `${path}/IntrBkSttlmAmt`, rule: `must be in ${profile.currency}`, value: amount.Ccy });
  if (amount.amountMinor === 0n) problems.push({ path: `${path}/IntrBkSttlmAmt`, rule: "must be more than zero" });
  if (profile.amountMinorMax !== undefined && amount.amountMinor > profile.amountMinorMax) {
    const most = decimalFromMinor(profile.amountMinorMax, profile.currency ?? "USD");
    problems.push({ path: `${path}/IntrBkSttlmAmt`, rule: `may be at most ${"value" in most ? most.value : ""}` });
  }
  if (!profile.hasTotalInHeader && transfer.IntrBkSttlmDt === undefined)
    problems.push({ path: `${path}/IntrBkSttlmDt`, rule: "is missing" });
  if (!profile.chargeBearers.includes(transfer.ChrgBr))
    problems.push({
      path: `${path}/ChrgBr`,
      rule: `must be ${profile.chargeBearers.join(" or ")}`,
      value: transfer.ChrgBr,
    });
  if (!profile.hasCharges && transfer.ChrgsInf !== undefined)
    problems.push({ path: `${path}/ChrgsInf`, rule: "is not allowed" });
  const { serviceLevel, localInstruments, categoryPurposes } = profile;
  if (serviceLevel !== undefined && type?.SvcLvl?.[0]?.Cd !== serviceLevel)
    problems.push({ path: `${path}/PmtTpInf/SvcLvl/Cd`, rule: `must be ${serviceLevel}` });
  if (localInstruments !== undefined && !localInstruments.includes(type?.LclInstrm?.Prtry ?? ""))
    problems.push({ path: `${path}/PmtTpInf/LclInstrm/Prtry`, rule: `must be ${localInstruments.join(" or ")}` });
  if (categoryPurposes !== undefined && !Object.values(categoryPurposes).includes(type?.CtgyPurp?.Prtry ?? "")) {
    const rule = `must be ${Object.values(categoryPurposes).join(" or ")}`;
    problems.push({ path: `${path}/PmtTpInf/CtgyPurp/Prtry`, rule });
  }
  return problems;
}

function partyProblems(profile: NetworkProfile, path: string, transfer: Transfer): readonly MessageProblem[] {
  const problems: MessageProblem[] = [];
  for (const name of ["Dbtr", "Cdtr"] as const) {
    const party = transfer[name];
    if (party.Nm === undefined) problems.push({ path: `${path}/${name}/Nm`, rule: "is missing" });
    problems.push(...addressProblems(`${path}/${name}`, party));
  }
  for (const name of ["DbtrAcct", "CdtrAcct"] as const)
    if (transfer[name] === undefined) problems.push({ path: `${path}/${name}`, rule: "is missing" });
  for (const name of ["InstgAgt", "InstdAgt", "DbtrAgt", "CdtrAgt"] as const)
    problems.push(...agentProblems(profile, `${path}/${name}`, transfer[name]));
  // An intermediary may be abroad, so any identification will do.
  problems.push(...addressProblems(`${path}/IntrmyAgt1/FinInstnId`, transfer.IntrmyAgt1?.FinInstnId));
  return problems;
}

function agentProblems(profile: NetworkProfile, path: string, agent: Agent | undefined): readonly MessageProblem[] {
  if (agent === undefined) return [{ path, rule: "is missing" }];
  const at = `${path}/FinInstnId`;
  const { FinInstnId: institution } = agent;
  const problems = [...addressProblems(at, institution)];
  const { ClrSysMmbId: member, BICFI: bic } = institution;
  if (profile.agents === "BICFI") {
    if (bic === undefined && institution.Nm === undefined) problems.push({ path: `${at}/BICFI`, rule: "is missing" });
    return problems;
  }
  // A payee's or payer's bank abroad has no routing number: it is beyond an intermediary and has a BIC.
  const mayBeAbroad = profile.agents === "USABA" && /\/(?:Cdtr|Dbtr)Agt$/.test(path);
  if (member === undefined && mayBeAbroad && bic !== undefined) return problems;
  const system = profile.agents === "USABA" ? "USABA" : undefined;
  if (member === undefined || member.ClrSysId?.Cd !== system) {
    const rule = `must be a routing number ${system === undefined ? "without a code" : "with the code USABA"}`;
    problems.push({ path: `${at}/ClrSysMmbId`, rule });
  } else if (!isRoutingNumber(member.MmbId)) {
    const rule = "must be a routing number with a valid check digit";
    problems.push({ path: `${at}/ClrSysMmbId/MmbId`, rule, value: member.MmbId });
  }
  return problems;
}

/** Nine digits, weighted 3, 7, 1, that add up to a multiple of ten (ABA routing number policy). */
function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const sum = Array.from(text, (digit, index) => Number(digit) * ([3, 7, 1][index % 3] ?? 0)).reduce(
    (a, b) => a + b,
    0,
  );
  return sum > 0 && sum % 10 === 0;
}

function characterProblems(path: string, transfer: Transfer): readonly MessageProblem[] {
  const texts: readonly (readonly [at: string, text: string | undefined, set: WireCharacterSet])[] = [
    ["PmtId/InstrId", transfer.PmtId.InstrId, "identifier"],
    ["PmtId/EndToEndId", transfer.PmtId.EndToEndId, "identifier"],
    ["PmtId/TxId", transfer.PmtId.TxId, "identifier"],
    ["Dbtr/Nm", transfer.Dbtr.Nm, "text"],
    ["Cdtr/Nm", transfer.Cdtr.Nm, "text"],
    ...Object.entries(transfer.Dbtr.PstlAdr ?? {}).flatMap(linesOf("Dbtr/PstlAdr")),
    ...Object.entries(transfer.Cdtr.PstlAdr ?? {}).flatMap(linesOf("Cdtr/PstlAdr")),
    ...(transfer.RmtInf?.Ustrd ?? []).map((text, index) => [`RmtInf/Ustrd[${index + 1}]`, text, "text"] as const),
  ];
  return texts.flatMap(([at, text, set]) => {
    const character = text === undefined ? undefined : findForeignCharacter(text, set);
    if (character === undefined) return [];
    return [{ path: `${path}/${at}`, rule: "has a character that the network does not accept", value: character }];
  });
}

const linesOf =
  (at: string) =>
  ([name, value]: readonly [string, unknown]): readonly (readonly [string, string, WireCharacterSet])[] => {
    const lines: readonly unknown[] = Array.isArray(value) ? value : [value];
    return lines.flatMap((line) => (typeof line === "string" ? [[`${at}/${name}`, line, "text"] as const] : []));
  };
