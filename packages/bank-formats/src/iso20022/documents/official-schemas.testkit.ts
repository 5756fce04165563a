import { existsSync, readFileSync } from "node:fs";
import { XmlDocument, XmlParseError, XmlValidateError, XsdValidator } from "libxml2-wasm";

/** The schemas as ISO 20022 publishes them. They are not in this repository; tests skip without them. */
const FOLDER = new URL("../../../../../../shared/xsd/", import.meta.url);

export const whyNoSchemas: string | false = existsSync(FOLDER)
  ? false
  : "the ISO 20022 schemas are not here: put them into ../shared/xsd";

export const hasSchema = (name: string): boolean => existsSync(new URL(`${name}.xsd`, FOLDER));

/** Validates documents against the schema of a message: the result is what it objects to, or undefined. */
export function openSchema(name: string): { readonly problem: (xml: string) => string | undefined } & Disposable {
  const document = XmlDocument.fromString(readFileSync(new URL(`${name}.xsd`, FOLDER), "utf8"));
  const validator = XsdValidator.fromDoc(document);
  return {
    problem: (xml) => {
      let parsed: XmlDocument | undefined;
      try {
        parsed = XmlDocument.fromString(xml);
        validator.validate(parsed);
        return undefined;
      } catch (error) {
        if (error instanceof XmlValidateError || error instanceof XmlParseError) return error.message;
        throw error;
      } finally {
        parsed?.dispose();
      }
    },
    [Symbol.dispose]: () => {
      validator.dispose();
      document.dispose();
    },
  };
}
