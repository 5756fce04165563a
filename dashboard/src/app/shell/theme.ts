import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** Banknote green: the one colour that says "this is what you can do here". */
const evergreen: MantineColorsTuple = [
  "#eef7f1",
  "#dcebe1",
  "#b7d6c2",
  "#8fc0a1",
  "#6dad85",
  "#57a173",
  "#3f8b5d",
  "#2d7049",
  "#1f5a39",
  "#12442a",
];

/** Neutrals with a little green in them, so that greys and the primary colour belong together. */
const dark: MantineColorsTuple = [
  "#d3d8d5",
  "#b4bcb7",
  "#929c96",
  "#68736d",
  "#3c4641",
  "#2d3632",
  "#222a26",
  "#171d1a",
  "#111613",
  "#0b0f0d",
];

export const theme = createTheme({
  primaryColor: "evergreen",
  primaryShade: 7,
  autoContrast: true,
  colors: { evergreen, dark },
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  defaultRadius: "sm",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  headings: {
    fontWeight: "620",
    sizes: {
      h1: { fontSize: "1.375rem", lineHeight: "1.3" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.4" },
      h3: { fontSize: "0.9375rem" },
    },
  },
  components: {
    Button: {
      defaultProps: { size: "sm" },
      // Where motion is reduced, nothing moves the loader to its place in the middle.
      styles: { loader: { transform: "translate(-50%, -50%)" } },
    },
    // Fields are needed unless they say "optional": fewer marks to read.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    TextInput: { defaultProps: { size: "sm" } },
    // Words that fade from one colour to another cannot be read meanwhile.
    SegmentedControl: { defaultProps: { transitionDuration: 0 } },
    Table: { defaultProps: { verticalSpacing: 7, horizontalSpacing: "sm" } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250 } },
    Modal: {
      defaultProps: { centered: true, closeButtonProps: { "aria-label": "Close" } },
      styles: { title: { fontWeight: 620 } },
    },
    Drawer: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    // The ground and the icon have the colour: words are to be read.
    Alert: { styles: { label: { color: "var(--mantine-color-text)" } } },
    // A dialog's heading is no banner of the page.
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close message" } } },
    Paper: { defaultProps: { radius: "md", withBorder: true } },
  },
});

/** Colours of words and lines with enough contrast on their grounds (WCAG AA), in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#ffffff",
    "--mantine-color-text": "#1a211d",
    "--mantine-color-dimmed": "#58635d",
    "--mantine-color-placeholder": "#6b766f",
    "--mantine-color-error": "#b42318",
    // Words on pale colours: the colours themselves are too light to read.
    "--mantine-color-yellow-light-color": "#7a4d00",
    "--mantine-color-orange-light-color": "#96390a",
    "--mantine-color-red-light-color": "#a61e14",
    "--mantine-color-blue-light-color": "#14509a",
    "--mantine-color-gray-light-color": "#46504a",
    "--bursar-ground": "#f6f8f6",
    "--bursar-line": "#dfe5e1",
    "--bursar-hover": "#f1f5f2",
    "--bursar-money-in": "#1f6b40",
  },
  dark: {
    "--mantine-color-body": "#171d1a",
    "--mantine-color-text": "#dde3df",
    "--mantine-color-dimmed": "#9aa69f",
    "--mantine-color-placeholder": "#8a958f",
    "--mantine-color-error": "#ff9187",
    "--bursar-ground": "#111613",
    "--bursar-line": "#2d3632",
    "--bursar-hover": "#1e2622",
    "--bursar-money-in": "#7fd1a0",
  },
});
