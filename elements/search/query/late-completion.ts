/**
 * Provides the completion of the query editor. It is loaded when the editor is first used, because users who only read
 * the query do not need completion. Text typed and keys pressed before completion is loaded are processed afterwards,
 * so that the delay is not noticeable.
 */
import { Compartment, type Extension } from '@codemirror/state';
import { EditorView, type Command } from '@codemirror/view';
import type { Awaited, Complete, Completing } from './query-completion.js';

export interface LateCompletion {
  readonly extension: Extension;
  readonly active: (view: EditorView) => boolean;
  readonly close: Command;
  readonly acceptByTab: Command;
  readonly acceptByEnter: Command;
}

export function lateCompletion(complete: Complete, onSubmit: () => void): LateCompletion {
  const place = new Compartment();
  let loaded: Completing | undefined;
  let loading = false;
  /** True once the user has typed text while completion was not yet loaded. */
  let typed = false;
  let pressed: Awaited = 'nothing';
  const forget = (): void => {
    typed = false;
    pressed = 'nothing';
  };

  const load = (view: EditorView): void => {
    if (loaded || loading) return;
    loading = true;
    import('./query-completion.js')
      .then(({ queryCompletion }) => {
        loaded = queryCompletion(complete, onSubmit);
        view.dispatch({ effects: place.reconfigure(loaded.extension) });
        if (typed && view.hasFocus) loaded.catchUp(view, pressed);
      })
      .catch(() => {
        // The editor works without completion; the next use of the editor tries to load it again.
        loading = false;
        if (pressed === 'completion and submit') onSubmit();
      })
      .finally(forget);
  };

  return {
    extension: [
      place.of([]),
      EditorView.domEventHandlers({
        focus: (_event, view) => load(view),
        blur: forget,
        keydown: (event) => {
          if (event.key === 'Escape') forget();
        },
      }),
      EditorView.updateListener.of((update) => {
        if (loaded || !update.docChanged) return;
        forget();
        typed = update.transactions.some((one) => one.isUserEvent('input'));
        if (typed) load(update.view);
      }),
    ],
    active: (view) => loaded?.active(view) ?? false,
    close: (view) => {
      forget();
      return loaded?.close(view) ?? false;
    },
    acceptByTab: (view) => {
      if (loaded) return loaded.acceptByTab(view);
      // Tab leaves the field as usual, unless text was typed and completion is being loaded.
      if (!loading || !typed) return false;
      pressed = 'completion';
      return true;
    },
    acceptByEnter: (view) => {
      if (loaded) return loaded.acceptByEnter(view);
      if (pressed === 'nothing') return false;
      pressed = 'completion and submit';
      return true;
    },
  };
}
