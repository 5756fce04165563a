import assert from "node:assert/strict";

/** Small faults in a document, as a careless or hostile sender might make them. */

interface Node {
  name: string;
  attributes: string;
  readonly children: (Node | string)[];
}

/** Parses what the writer writes: no comments, no declarations, no CDATA. */
function parse(xml: string): Node {
  const root: Node = { name: "", attributes: "", children: [] };
  const open: Node[] = [root];
  for (const [, closing, name = "", attributes = "", text = ""] of xml.matchAll(
    /<(\/?)([A-Za-z0-9]+)([^>]*)>|([^<]+)/g,
  )) {
    const parent = open.at(-1);
    assert.ok(parent !== undefined, "the document is balanced");
    if (text !== "") parent.children.push(text);
    else if (closing === "/") open.pop();
    else {
      const node: Node = { name, attributes, children: [] };
      parent.children.push(node);
      open.push(node);
    }
  }
  return root;
}

const print = ({ name, attributes, children }: Node): string => {
  const content = children.map((child) => (typeof child === "string" ? child : print(child))).join("");
  return name === "" ? content : `<${name}${attributes}>${content}</${name}>`;
};

const isNode = (child: Node | string | undefined): child is Node => typeof child === "object";

/** All elements that have a parent element. */
const places = (node: Node): readonly { readonly parent: Node; readonly at: number; readonly node: Node }[] =>
  node.children.flatMap((child, at) => (isNode(child) ? [{ parent: node, at, node: child }, ...places(child)] : []));

const WRONG_TEXTS = [
  "",
  " ",
  "x".repeat(3000),
  "2026-02-30",
  "-1.00",
  "1.1234567",
  "1e3",
  "NaN",
  "ZZZZZ",
  "漢".repeat(36),
  "a\tb",
];
const OTHER_NAMES = ["Nm", "Id", "Cd", "Prtry", "Amt", "Unknown", "MsgId"];

/** The document with one fault; it may still be valid. */
export function mutate(xml: string, random: () => number): string {
  const root = parse(xml);
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[Math.floor(random() * list.length)];
    assert.ok(chosen !== undefined, "a list to choose from is not empty");
    return chosen;
  };
  const { parent, at, node } = pick(places(root));
  const [first] = node.children;
  const mutations: readonly (() => void)[] = [
    () => parent.children.splice(at, 1),
    () => parent.children.splice(at, 0, structuredClone(node)),
    () => parent.children.splice(at, 1, ...node.children),
    () => parent.children.reverse(),
    () => {
      node.name = pick(OTHER_NAMES);
    },
    () => node.children.splice(0, node.children.length, pick(WRONG_TEXTS)),
    () => node.children.push(pick(["text", { name: pick(OTHER_NAMES), attributes: "", children: [] }])),
    () => {
      node.attributes += pick([' Ccy="USD"', ' xmlns="urn:other"', ' id="1"', ' xml:lang="en"']);
    },
    () => {
      node.attributes = "";
    },
    () => {
      if (typeof first === "string") node.children[0] = first + first.repeat(Math.floor(random() * 12));
    },
  ];
  pick(mutations)();
  return print(root);
}
