import { basename } from "node:path";
import type { Command } from "commander";
import type { ShownCase, ShownList, ShownScreening } from "#administration/commands/screening-commands.ts";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import { fileBytes } from "./input-file.ts";
import { count, type Terminal } from "./output.ts";
import { subcommandsOf } from "./settings-options.ts";

/** `bursar screening load FILE…`, `list`, and `show CASE`. Cases are decided by two people in the dashboard. */
export function screeningCommand(program: Command, terminal: Terminal): void {
  const sub = subcommandsOf(
    program.command("screening").description("lists of those who must not be paid, and whom they resemble"),
  );
  const load = sub(
    "load",
    "load OFAC's list from its files: SDN.CSV and ALT.CSV, with ADD.CSV if wanted, or sdn.xml alone",
    ["bursar screening load SDN.CSV ALT.CSV ADD.CSV", "bursar screening load sdn.xml"],
  ).argument("<files...>", "the files, as OFAC publishes them");
  action(load, terminal, async (own, options, files) => {
    const list = await administer<ShownList>(own, "screening.load", {
      organization: options["org"],
      files: files.map((file) => ({ name: basename(file), contentBase64: fileBytes(file).toString("base64") })),
    });
    return { json: list, text: `Loaded ${listText(list)}. All recipients are screened again.` };
  });

  const list = sub("list", "what screens, its list, and the open cases; exit code 1 if something needs people", [
    "bursar screening list",
  ]);
  action(list, terminal, async (own, options) => {
    const shown = await administer<ShownScreening>(own, "screening.list", { organization: options["org"] });
    const isFine = shown.openCases === 0 && shown.failingSince === null;
    return { json: shown, text: screeningText(shown), exitCode: isFine ? 0 : 1 };
  });

  const show = sub("show", "one case", ["bursar screening show 01999999-0000-7000-8000-000000000000"]).argument(
    "<case-id>",
    "from screening list",
  );
  action(show, terminal, async (own, options, [caseId]) => {
    const shown = await administer<ShownCase>(own, "screening.show", { organization: options["org"], caseId });
    return { json: shown, text: caseText(shown) };
  });
}

const listText = ({ name, publishedOn, entries, loadedAt, files }: ShownList): string =>
  `${name} with ${count(entries, "entry", "entries")}${publishedOn === null ? "" : `, published ${publishedOn}`}, loaded ${loadedAt}, from ${files.map((file) => `${file.name} (SHA-256 ${file.sha256.slice(0, 12)}…)`).join(", ")}`;

const kinds: Readonly<Record<string, string>> = {
  none: "Nothing is screened. An administrator chooses what screens in the dashboard.",
  list: "The loaded list screens recipients and payments.",
  url: "A service at a URL screens recipients and payments.",
  command: "The operator's command screens recipients and payments.",
};

function screeningText({ kind, failingSince, problem, openCases, lists, cases }: ShownScreening): string {
  return [
    kinds[kind] ?? kind,
    ...(failingSince === null ? [] : [`It has not answered since ${failingSince}, and payments wait: ${problem}`]),
    ...lists.slice(0, 1).map((list) => `List: ${listText(list)}`),
    openCases === 0 ? "No open cases." : `${count(openCases, "open case")}: two people decide in the dashboard.`,
    ...cases.map(
      ({ id, names, listedName, list, score }) =>
        `  ${id}  ${names[0]} resembles ${listedName} (${list}${score === null ? "" : `, ${score}%`})`,
    ),
  ].join("\n");
}

const caseText = (shown: ShownCase): string =>
  [
    `${shown.names.join("; ")} (recipient ${shown.recipientId})`,
    `resembles ${shown.listedName} of ${shown.list}, entry ${shown.entryId}${shown.score === null ? "" : `, ${shown.score}% similar`}`,
    shown.details,
    `State: ${shown.state}${shown.reason === null ? "" : `, because: ${shown.reason}`}`,
  ].join("\n");
