/** Something about this machine or its settings stops the service from starting; the message tells a person what to do. */
export class StartUpProblem extends Error {
  override readonly name = "StartUpProblem";
}
