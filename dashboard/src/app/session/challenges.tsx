import { useEffect, useState } from "react";
import { useRefresh } from "../../api/refresh.ts";
import { answerChallenges, type Challenge } from "../../api/service-fetch.ts";
import { notifyTrouble } from "../../ui/feedback/notify.ts";
import { SignInAgain } from "./sign-in-again.tsx";
import { takeSignOnProblem } from "./sign-on-problem.ts";
import { StepUp } from "./step-up.tsx";

interface Open {
  readonly challenge: Exclude<Challenge, "secondFactor">;
  readonly answer: (met: boolean) => void;
}

/** Answers a challenge on the current page; the call is then repeated (api/service-fetch.ts). */
export function Challenges() {
  const [open, setOpen] = useState<Open>();
  const refresh = useRefresh();
  useEffect(
    () =>
      answerChallenges(
        (challenge) =>
          new Promise((answer) => {
            // Loads the page again, which opens the setup instead (app/routes.tsx). A link clicked just then would take
            // the place of a redirect, and all calls would wait for the setup forever.
            if (challenge === "secondFactor") window.location.reload();
            else setOpen({ challenge, answer });
          }),
      ),
    [],
  );
  useEffect(() => {
    // The browser is back from the company's provider, without a confirmed identity.
    const problem = takeSignOnProblem();
    if (problem !== undefined) notifyTrouble(problem);
  }, []);
  if (open === undefined) return null;
  const end = async (met: boolean) => {
    setOpen(undefined);
    open.answer(met);
    if (met) await refresh("rights");
  };
  return open.challenge === "signIn" ? <SignInAgain onEnd={end} /> : <StepUp onEnd={end} />;
}
