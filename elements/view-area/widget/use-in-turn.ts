import { useEffect, useRef } from 'react';
import { inBackground, type Client } from '../../../api/client.js';

/**
 * Sends a further search for each new subject, such as the result of a widget. The searches run one after another: if
 * each refresh aborted the search before it, a slow search would never finish. Of the subjects that arrive during a
 * search only the latest is searched for.
 *
 * @param question key of the question: another key aborts the running search
 * @param ask sends the search, with a client whose requests do not prolong the session; a failure is not reported,
 * because the user did not send the search
 * @param take receives the answer; undefined when there is none
 */
export function useInTurn<Subject, Answer>(
  client: Client,
  question: string,
  subject: Subject,
  ask: (subject: Subject, client: Client, signal: AbortSignal) => Promise<Answer | undefined>,
  take: (answer: Answer | undefined) => void,
): void {
  const latest = useRef({ subject, ask, take });
  useEffect(() => {
    latest.current = { subject, ask, take };
  });
  const start = useRef<() => Promise<void>>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    let answered: Subject | undefined;
    let isBusy = false;
    start.current = async () => {
      if (isBusy) return;
      isBusy = true;
      while (!signal.aborted && latest.current.subject !== answered) {
        answered = latest.current.subject;
        const found = await latest.current.ask(answered, inBackground(client), signal).catch(() => undefined);
        if (!signal.aborted) latest.current.take(found);
      }
      isBusy = false;
    };
    return () => abort.abort();
  }, [client, question]);
  useEffect(() => void start.current?.(), [client, question, subject]);
}
