import { drawLine, drawReadable, LEADING, type Look, readable, wrap } from "./lines.ts";
import { COLOR, CONTENT_WIDTH, decorate, latin1, PAGE, reserve, type Sheet, tag } from "./sheet.ts";

const HEADING: Look = { size: 13, weight: "strong", color: COLOR.alert };
const TEXT: Look = { size: 9.5 };
const PADDING = 10;

const heightOf = ({ lines, look }: Paragraph): number => lines.length * look.size * LEADING;

interface Paragraph {
  readonly type: "H2" | "P";
  readonly look: Look;
  readonly actual: string | undefined;
  readonly lines: readonly string[];
}

/** A framed notice: a heading and a text, together on one page. It does not depend on color. */
export function drawNotice(sheet: Sheet, notice: { readonly heading: string; readonly text: string }): void {
  const width = CONTENT_WIDTH - 2 * PADDING;
  const laidOut = (type: Paragraph["type"], text: string, look: Look): Paragraph => {
    const { text: printed, actual } = readable(sheet, text);
    return { type, look, actual, lines: wrap(sheet, printed, look, width) };
  };
  const parts = [laidOut("H2", notice.heading, HEADING), laidOut("P", notice.text, TEXT)];
  const height = parts.reduce((sum, part) => sum + heightOf(part), 2 * PADDING);
  reserve(sheet, Math.min(height, PAGE.bottom - PAGE.top));
  decorate(sheet, "Layout", () => {
    const [x, y] = [PAGE.left.toFixed(2), sheet.y.toFixed(2)];
    sheet.doc.addContent(latin1(`${COLOR.alert} RG 1.2 w ${x} ${y} ${CONTENT_WIDTH} ${height.toFixed(2)} re S`));
  });
  let y = sheet.y + PADDING;
  for (const { type, look, actual, lines } of parts) {
    tag(sheet, sheet.root, type, () =>
      drawReadable(sheet, actual, () => {
        for (const line of lines) {
          drawLine(sheet, line, look, { x: PAGE.left + PADDING, width }, y);
          y += look.size * LEADING;
        }
      }),
    );
  }
  sheet.y += height + 18;
}
