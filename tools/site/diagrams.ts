import type { Graphviz } from "./libraries.ts";

/**
 * Diagrams of documents, which are written in a part of Mermaid's language because GitHub shows it, drawn as SVG when the
 * site is built. Colors come from the site's style sheet, so that they follow light and dark.
 */
interface Graph {
  readonly nodes: Map<string, { label: string; shape: "box" | "point" | "round" | "choice" }>;
  readonly edges: { from: string; to: string; label: string; isDashed: boolean }[];
  readonly direction: "LR" | "TB";
  /** `accTitle` and `accDescr` of Mermaid. */
  readonly title: string;
  readonly description: string;
}

/** The SVG element. Throws if the text has a line that cannot be drawn. */
export function drawDiagram(mermaid: string, graphviz: Graphviz): string {
  const lines = mermaid.split("\n").map((line) => line.trim());
  const [kind = "", ...rest] = lines.filter((line) => line !== "" && !line.startsWith("%%"));
  if (kind === "sequenceDiagram") return drawSequence(rest);
  const graph = kind === "stateDiagram-v2" ? readStates(rest) : readFlow(kind, rest);
  return drawGraph(graph, graphviz);
}

const titleIn = (lines: readonly string[]): string => /^accTitle: ?(.+)$/m.exec(lines.join("\n"))?.[1] ?? "";
const descriptionIn = (lines: readonly string[]): string => /^accDescr: ?(.+)$/m.exec(lines.join("\n"))?.[1] ?? "";
const isAlternative = (line: string): boolean => /^acc(Title|Descr):/.test(line);

function readStates(lines: readonly string[]): Graph {
  const nodes: Graph["nodes"] = new Map();
  const edges: Graph["edges"] = [];
  const add = (name: string, end: "start" | "end"): string => {
    const id = name === "[*]" ? end : name;
    nodes.set(id, { label: name === "[*]" ? "" : name, shape: name === "[*]" ? "point" : "round" });
    return id;
  };
  for (const line of lines.filter((text) => !isAlternative(text))) {
    const [, from = "", to = "", label = ""] = /^(\S+) --> ([^\s:]+)(?:: ?(.+))?$/.exec(line) ?? cannotDraw(line);
    edges.push({ from: add(from, "start"), to: add(to, "end"), label, isDashed: false });
  }
  const sentences = edges
    .filter(({ from, to }) => from !== "start" && to !== "end")
    .map(({ from, to, label }) => `${from} to ${to}${label && ` (${label})`}`);
  return {
    nodes,
    edges,
    direction: nodes.size > 6 ? "TB" : "LR",
    title: titleIn(lines) || "States and transitions",
    description: descriptionIn(lines) || `${sentences.join("; ")}.`,
  };
}

const NODE = String.raw`(\w+)(?:\[([^\]]+)\]|\(([^)]+)\)|\{([^}]+)\})?`;
const EDGE = new RegExp(String.raw`^${NODE} (-->|-\.->)(?:\|([^|]+)\|)? ${NODE}$`);

function readFlow(kind: string, lines: readonly string[]): Graph {
  const direction = /^flowchart (LR|TB|TD)$/.exec(kind)?.[1] ?? cannotDraw(kind)[0];
  const nodes: Graph["nodes"] = new Map();
  const edges: Graph["edges"] = [];
  const add = ([id = "", box, round, choice]: readonly (string | undefined)[]): string => {
    const label = box ?? round ?? choice;
    if (label !== undefined) nodes.set(id, { label, shape: box ? "box" : round ? "round" : "choice" });
    else if (!nodes.has(id)) nodes.set(id, { label: id, shape: "box" });
    return id;
  };
  for (const line of lines.filter((text) => !isAlternative(text))) {
    const found = EDGE.exec(line) ?? cannotDraw(line);
    const [from, to] = [add(found.slice(1, 5)), add(found.slice(7, 11))];
    edges.push({ from, to, label: found[6] ?? "", isDashed: found[5] === "-.->" });
  }
  return {
    nodes,
    edges,
    direction: direction === "LR" ? "LR" : "TB",
    title: titleIn(lines) || cannotDraw("a flowchart without accTitle"),
    description: descriptionIn(lines) || cannotDraw("a flowchart without accDescr"),
  };
}

function cannotDraw(line: string): never {
  throw new Error(`diagrams.ts cannot draw: ${line}`);
}

const quoted = (text: string): string => JSON.stringify(text.replaceAll(/<br ?\/?>/g, "\n"));

function drawGraph({ nodes, edges, direction, title, description }: Graph, graphviz: Graphviz): string {
  const dot = [
    `digraph { rankdir=${direction}; bgcolor="transparent"; nodesep=0.4; ranksep=0.45; pad=0.1;`,
    `node [shape=box fontname="Helvetica" fontsize=13 style="rounded" margin="0.18,0.09" height=0.4];`,
    `edge [fontname="Helvetica" fontsize=12 arrowsize=0.7];`,
    ...[...nodes].map(([id, { label, shape }]) =>
      shape === "point"
        ? `${quoted(id)} [label="" shape=circle style=solid width=0.16 height=0.16 margin=0 class="dot"];`
        : `${quoted(id)} [label=${quoted(label)} class="${shape}"];`,
    ),
    ...edges.map(
      ({ from, to, label, isDashed }) =>
        `${quoted(from)} -> ${quoted(to)} [label=${quoted(label && ` ${label} `)}${isDashed ? ' class="dashed"' : ""}];`,
    ),
    "}",
  ];
  const svg = graphviz.renderString(dot.join("\n"), { format: "svg", engine: "dot" });
  const [, width = "", height = ""] = /<svg width="(\d+)pt" height="(\d+)pt"/.exec(svg) ?? [];
  const inside = svg
    .slice(svg.indexOf("<g "), svg.lastIndexOf("</svg>"))
    .replaceAll(
      /<!--[\s\S]*?-->|<title>[\s\S]*?<\/title>|<polygon fill="(none|transparent)" stroke="(none|transparent)"[^>]*\/>/g,
      "",
    )
    .replaceAll(/ (id|fill|stroke|font-family|font-size|xlink:title|stroke-dasharray)="[^"]*"/g, "");
  const [, viewBox = ""] = /viewBox="([^"]+)"/.exec(svg) ?? [];
  return element({ width: Number(width) * 1.2, height: Number(height) * 1.2, viewBox, title, description, inside });
}

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly viewBox: string;
  readonly title: string;
  readonly description: string;
  readonly inside: string;
}

const element = ({ width, height, viewBox, title, description, inside }: Drawing): string =>
  `<svg role="img" aria-label="${escaped(`${title}. ${description}`)}" width="${Math.round(width)}" height="${Math.round(height)}" viewBox="${viewBox}">${inside.trim()}</svg>`;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const [COLUMN, ROW, HEAD] = [210, 46, 64];

/** Participants as columns, messages as arrows from top to bottom. */
function drawSequence(lines: readonly string[]): string {
  const names = new Map<string, string>();
  const rows: { from: string; to: string; text: string; kind: "call" | "reply" | "note" }[] = [];
  for (const line of lines.filter((text) => !isAlternative(text))) {
    const participant = /^participant (\w+)(?: as (.+))?$/.exec(line);
    const note = /^Note over (\w+)(?:,(\w+))?: ?(.+)$/.exec(line);
    const message = /^(\w+)(-{1,2}>>)(\w+): ?(.+)$/.exec(line);
    if (participant) names.set(participant[1] ?? "", participant[2] ?? participant[1] ?? "");
    else if (note) rows.push({ from: note[1] ?? "", to: note[2] ?? note[1] ?? "", text: note[3] ?? "", kind: "note" });
    else if (message)
      rows.push({
        from: message[1] ?? "",
        to: message[3] ?? "",
        text: message[4] ?? "",
        kind: message[2] === "->>" ? "call" : "reply",
      });
    else cannotDraw(line);
  }
  const ids = [...names.keys()];
  const x = (id: string): number =>
    ids.includes(id) ? COLUMN * (ids.indexOf(id) + 0.5) : cannotDraw(`${id}, which is no participant`);
  const [width, height] = [COLUMN * ids.length, HEAD + ROW * rows.length + 10];
  const heads = ids.map(
    (id) =>
      `<line class="life" x1="${x(id)}" y1="44" x2="${x(id)}" y2="${height - 4}"/><g class="node box"><rect x="${x(id) - 76}" y="6" width="152" height="38" rx="6"/><text text-anchor="middle" x="${x(id)}" y="30">${escaped(names.get(id) ?? id)}</text></g>`,
  );
  const drawn = rows.map(({ from, to, text, kind }, row) => {
    const y = HEAD + ROW * row + 24;
    const [left, right] = [Math.min(x(from), x(to)), Math.max(x(from), x(to))];
    const middle = (left + right) / 2;
    if (kind === "note") {
      const half = Math.max((right - left) / 2 + 88, text.length * 3.6 + 14);
      return `<g class="note"><rect x="${middle - half}" y="${y - 18}" width="${half * 2}" height="30" rx="5"/><text text-anchor="middle" x="${middle}" y="${y + 2}">${escaped(text)}</text></g>`;
    }
    const forward = x(to) > x(from) ? 1 : -1;
    const tip = x(to) - forward * 2;
    const arrow = `<polygon points="${tip},${y} ${tip - forward * 9},${y - 4} ${tip - forward * 9},${y + 4}"/>`;
    return `<g class="edge${kind === "reply" ? " dashed" : ""}"><path d="M${x(from)},${y}L${tip - forward * 8},${y}"/>${arrow}<text text-anchor="middle" x="${middle}" y="${y - 7}">${escaped(text)}</text></g>`;
  });
  return element({
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    title: titleIn(lines) || cannotDraw("a sequence without accTitle"),
    description: descriptionIn(lines) || cannotDraw("a sequence without accDescr"),
    inside: [...heads, ...drawn].join(""),
  });
}
