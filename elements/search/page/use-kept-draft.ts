/** Stores the unsaved changes of a search, so that they survive leaving or reloading its page, and a lost session. */
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { searchPageMachine } from '../../../machines/search-page.js';
import { draftOfView, type ViewDraft } from '../../../machines/view/view-draft.js';

/** Milliseconds after a change until the changes are stored. */
const keepAfterMs = 300;

/** Storage place of one draft, such as an entry of the browser's history. */
export interface DraftPlace {
  /** Returns what was stored; undefined if nothing was, as for a new entry of the browser's history. */
  read(): { readonly draft: ViewDraft | undefined } | undefined;
  /** Stores the draft; undefined stores that the search has no unsaved changes. */
  write(draft: ViewDraft | undefined): void;
}

/**
 * Writes the view's unsaved changes to the storage place, at once, then at most once per `keepAfterMs`, and when the
 * page or the document is left.
 *
 * @param place another object when the same page is shown at another history entry; undefined: nothing is stored
 */
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
