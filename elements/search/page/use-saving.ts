/** Returns the state of saving: how the displayed view relates to the stored version. */
import { useSelector } from '@xstate/react';
import { useCurrentUser } from '../../element/connection-context.js';
import { mayEditView } from '../../views/index.js';
import { useView, type ViewPageActor } from '../../view-area/index.js';

export function useSaving(page: ViewPageActor) {
  const { view, document } = useView(page);
  const user = useCurrentUser();
  const changed = useSelector(view, (state) => state.matches({ open: { changes: 'changed' } }));
  const fresh = useSelector(view, (state) => state.matches({ open: { identity: 'fresh' } }));
  const busy = useSelector(view, (state) => state.matches('open') && !state.matches({ open: { saving: 'idle' } }));
  /** The version that another user has saved since this view was loaded; present while saving waits for a decision. */
  const theirs = useSelector(view, (state) =>
    state.matches({ open: { saving: 'conflicted' } }) ? state.context.theirs : undefined,
  );
  const editable = !fresh && document !== undefined && mayEditView(user, document.view);
  return { view, document, changed, fresh, busy, editable, theirs };
}
