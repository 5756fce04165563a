import { useQueryClient } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { answerChallenges, type Challenge } from "../../api/service-fetch.ts";
import { SignInAgain } from "./sign-in-again.tsx";
import { StepUp } from "./step-up.tsx";

interface Open {
  readonly challenge: Challenge;
  readonly answer: (met: boolean) => void;
}

/** Answers a challenge on the current page; the call is then repeated (api/service-fetch.ts). */
export function Challenges() {
  const [open, setOpen] = useState<Open>();
  const queryClient = useQueryClient();
  useEffect(() => answerChallenges((challenge) => new Promise((answer) => setOpen({ challenge, answer }))), []);
  if (open === undefined) return null;
  if (open.challenge === "secondFactor") return <Navigate to="/second-factor" search={{ to: undefined }} replace />;
  const end = async (met: boolean) => {
    setOpen(undefined);
    open.answer(met);
    if (met) await queryClient.invalidateQueries();
  };
  return open.challenge === "signIn" ? <SignInAgain onEnd={end} /> : <StepUp onEnd={end} />;
}
