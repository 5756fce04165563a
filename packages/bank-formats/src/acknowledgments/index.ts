/**
 * Acknowledgments of ACH files as text or CSV. Nacha defines none, so each bank has its own; a template says in the bank's
 * own words which labels or columns mean what. Nothing is guessed: a file that does not say whether it was accepted, or says
 * both, is an error, and lines that cannot be read are problems of their acknowledgment.
 *
 *     const template = findAcknowledgmentTemplate(content);
 *     if (template !== undefined) for (const { file, status } of await readAcknowledgments(content, template)) …
 */
export {
  type AcknowledgedFile,
  type AcknowledgedStatus,
  type Acknowledgment,
  AcknowledgmentError,
  type AcknowledgmentProblem,
  type RejectedItem,
} from "./acknowledgment.ts";
export {
  type AcknowledgmentField,
  type AcknowledgmentTemplate,
  acknowledgmentFields,
  type CsvAcknowledgmentTemplate,
  type FieldWords,
  type TextAcknowledgmentTemplate,
} from "./acknowledgment-template.ts";
export { findAcknowledgmentTemplate, readAcknowledgments } from "./read-acknowledgments.ts";
export { acknowledgmentTemplateFromData } from "./template-from-data.ts";
export { acknowledgmentTemplates } from "./templates.ts";
