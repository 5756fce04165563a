/** A problem with this machine or its settings that prevents the start; the message says what to do. */
export class StartUpProblem extends Error {
  override readonly name: string = "StartUpProblem";
}
