import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const fontFile = createRequire(import.meta.url).resolve;

/** Where the fonts of documents are on this machine. */
export const fontFiles = {
  regular: fontFile("@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf"),
  strong: fontFile("@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf"),
} as const;

let loaded: Readonly<Record<keyof typeof fontFiles, Uint8Array>> | undefined;

/** The same fonts in memory; read once. */
export const readFonts = (): NonNullable<typeof loaded> => {
  loaded ??= { regular: readFileSync(fontFiles.regular), strong: readFileSync(fontFiles.strong) };
  return loaded;
};
