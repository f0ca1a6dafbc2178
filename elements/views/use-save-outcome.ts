/**
 * Reactions to saving a view: toasts, refetched lists, permissions of the new view (spec 2 §8; screens/search.md §4).
 */
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { reasonOf } from '../../api/failures.js';
import { currentUserKey } from '../../api/queries/current-user.js';
import { invalidateViewLists } from '../../api/queries/views.js';
import type { viewMachine } from '../../machines/view/machine.js';
import { useConnection, useUsername } from '../element/connection-context.js';
import { useToasts } from '../kit/feedback.js';
import { texts } from './texts.js';

export function useSaveOutcome(view: ActorRefFrom<typeof viewMachine>, onSaved?: (viewId: string) => void): void {
  const { queryClient } = useConnection();
  const username = useUsername();
  const { toast } = useToasts();
  useEffect(() => {
    const subscriptions = [
      view.on('viewSaved', ({ title }) => {
        toast('success', texts.save.succeeded(title), texts.success);
        void invalidateViewLists(queryClient);
        onSaved?.(view.getSnapshot().context.document?.view.id ?? '');
      }),
      view.on('viewCreated', ({ title }) => {
        toast('success', texts.save.succeeded(title), texts.success);
        void invalidateViewLists(queryClient);
        // The creator becomes owner of the new view, so their permissions are refetched.
        if (username !== null) void queryClient.invalidateQueries({ queryKey: currentUserKey(username) });
      }),
      view.on('viewSaveFailed', ({ failure }) => toast('error', texts.save.failed(reasonOf(failure)), texts.error)),
    ];
    return () => {
      for (const listener of subscriptions) listener.unsubscribe();
    };
  }, [view, toast, queryClient, username, onSaved]);
}
