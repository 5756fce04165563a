/**
 * The declarations of ISO 20022 message tables, made from their text. The compiler writes out the type of every table with
 * all tables below it, 14 MB in total; here, a table names those that it contains.
 */
export function messageDeclarations(source: string): string {
  const declared = source
    .replaceAll(
      /^import \{[^}]*\} from "([./]+)\/schema\/element-types\.ts";$/gm,
      `import type {\n  ${TYPES}\n} from "$1/schema/element-types.ts";`,
    )
    .replaceAll(/^import \{[^}]*\} from "[./]+\/schema\/simple-types\.ts";\n/gm, "")
    .replaceAll(
      /^(export )?const (\w+) = codes\("\w+", "([^"]*)"\);$/gm,
      (_, exported = "", name, words: string) =>
        `${exported}declare const ${name}: SimpleType<${words
          .split(" ")
          .map((word) => `"${word}"`)
          .join(" | ")}>;`,
    )
    .replaceAll(
      /^(export )?const (\w+) = (\w+)\("\w+"(?:, .*)?\);$/gm,
      (_, exported = "", name, kind: string) => `${exported}declare const ${name}: ${typeOf(kind)};`,
    )
    .replaceAll(
      /^(export )?const (\w+) = (sequence|choice)\("\w+", \{$/gm,
      (_, exported = "", name, kind: string) =>
        `${exported}declare const ${name}: ${kind === "choice" ? "ChoiceType" : "SequenceType"}<{`,
    )
    .replaceAll(/^\}\);$/gm, "}>;")
    .replaceAll(/^ {2}(\w+): (\w+),$/gm, "  readonly $1: typeof $2;")
    .replaceAll(/^ {2}(\w+): text\(.*\),$/gm, "  readonly $1: SimpleType<string>;")
    .replaceAll(
      /^ {2}(\w+): (optional|repeated|several)\((\w+)(?:, \d+)?\),$/gm,
      (_, name, occurs: string, of) =>
        `  readonly ${name}: ${occurs.charAt(0).toUpperCase()}${occurs.slice(1)}<typeof ${of}>;`,
    );
  const left = /^.*\w\(.*$/m.exec(declared.replaceAll(/^(\/\/|\/?\*| \*).*$/gm, ""));
  if (left !== null) throw new Error(`A table of messages has a line of an unknown form: ${left[0]}`);
  return declared;
}

const TYPES = "AmountType, ChoiceType, ForeignType, Optional, PriceType, Repeated, SequenceType, Several, SimpleType,";

function typeOf(kind: string): string {
  if (kind === "amount") return "AmountType";
  if (kind === "price") return "PriceType";
  if (kind === "foreign") return "ForeignType";
  return kind === "indicator" ? "SimpleType<boolean>" : "SimpleType<string>";
}
