/** Stores the unsaved changes of a search while its page is left, reloaded or without a session. */
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { searchPageMachine } from '../../../machines/search-page.js';
import { draftOfView, type ViewDraft } from '../../../machines/view/view-draft.js';

/** Milliseconds after a change until it is stored. */
const keepAfterMs = 300;

/** Storage place of one draft, such as an entry of the browser's history. */
export interface DraftPlace {
  read(): ViewDraft | undefined;
  /** @param draft undefined removes the stored draft */
  write(draft: ViewDraft | undefined): void;
}

/** @param place changes when the same page is shown at another history entry */
export function useKeptDraft(page: ActorRefFrom<typeof searchPageMachine>, place: DraftPlace | undefined): void {
  useEffect(() => {
    if (!place) return undefined;
    const { view } = page.getSnapshot().context;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const state = view.getSnapshot();
      if (state.matches('open'))
        place.write(draftOfView(state.context, state.matches({ open: { changes: 'changed' } })));
    };
    const pending = (): void => {
      if (timer !== undefined) keep();
    };
    keep();
    const changes = view.subscribe(() => {
      timer ??= setTimeout(keep, keepAfterMs);
    });
    window.addEventListener('pagehide', pending);
    return () => {
      window.removeEventListener('pagehide', pending);
      changes.unsubscribe();
      pending();
    };
  }, [page, place]);
}
