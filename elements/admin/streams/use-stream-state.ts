/**
 * Starts and pauses a stream; pausing asks for confirmation, because a paused stream receives no messages.
 */
import { useMutation } from '@tanstack/react-query';
import type { Stream } from '../../../api/contract/streams.js';
import { reasonOf } from '../../../api/failures.js';
import { pauseStreamMutation } from '../../../api/queries/stream-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { texts } from './texts.js';

type Requested = Pick<Stream, 'id' | 'title' | 'disabled'>;

const { state: words } = texts;

/** Pauses a running stream and starts a paused one. */
export function useStreamState(): (stream: Requested) => Promise<void> {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const { mutateAsync } = useMutation(pauseStreamMutation(client, queryClient));
  return async ({ id, title, disabled }) => {
    const paused = !disabled;
    const question = { title: words.stopTitle, text: words.stopText(title), confirm: words.stop };
    if (paused && !(await confirm(question))) return;
    try {
      await mutateAsync({ id, paused });
      toast('success', paused ? words.paused(title) : words.resumed(title), texts.success);
      emit('log-changed', { type: 'stream', id });
    } catch (error) {
      toast('error', reasonOf(error), paused ? words.pauseFailed : words.resumeFailed);
    }
  };
}
