/** Starts and stops an input; the reported result depends on the answers of the nodes and the state afterwards. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { InputSummary } from '../../../api/contract/inputs.js';
import { reasonOf } from '../../../api/failures.js';
import { runInputMutation } from '../../../api/queries/input-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { useToasts } from '../../kit/feedback.js';
import { texts } from './texts.js';
import { useFailedStart } from './use-failed-start.js';

const { run: words, actions } = texts;

export interface RunInput {
  /** Text of the action that is being performed; undefined if there is none. */
  readonly busy: string | undefined;
  readonly run: (start: boolean) => Promise<void>;
}

export function useRunInput({ id, title, global, node }: InputSummary): RunInput {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const { mutateAsync } = useMutation(runInputMutation(client, queryClient));
  const tellFailed = useFailedStart();
  const [busy, setBusy] = useState<string>();
  return {
    busy,
    async run(start) {
      setBusy(start ? actions.starting : actions.stopping);
      const failedTitle = start ? words.startFailed : words.stopFailed;
      try {
        const answers = Object.entries(await mutateAsync({ id, run: start }));
        const requested = global || node === null ? answers : answers.filter(([nodeId]) => nodeId === node);
        const failed = requested.filter(([, answer]) => answer === null).length;
        if (failed > 0) toast('error', words.partly(title, failed), failedTitle);
        else if (!start) toast('success', words.stopRequested(title), texts.success);
        else if (!(await tellFailed(id, title))) toast('success', words.startRequested(title), texts.success);
        emit('log-changed', { type: 'input', id });
      } catch (error) {
        toast('error', reasonOf(error), failedTitle);
      } finally {
        setBusy(undefined);
      }
    },
  };
}
