/**
 * Reacts to the outcome of saving a view: shows a toast, and refetches the lists of views and, for a new view, the
 * user's permissions (spec 2 §8; screens/search.md §4).
 *
 * @param onSaved called after an update of a stored view, not after the creation of a view
 */
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { reasonOf } from '../../api/failures.js';
import { currentUserKey } from '../../api/queries/current-user.js';
import { invalidateViewLists } from '../../api/queries/view-lists.js';
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
        // The user becomes owner of the new view, which changes the user's permissions.
        if (username !== null) void queryClient.invalidateQueries({ queryKey: currentUserKey(username) });
      }),
      view.on('viewSaveFailed', ({ failure }) => toast('error', texts.save.failed(reasonOf(failure)), texts.error)),
    ];
    return () => {
      for (const listener of subscriptions) listener.unsubscribe();
    };
  }, [view, toast, queryClient, username, onSaved]);
}
