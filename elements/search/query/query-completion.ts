/**
 * Provides the completion in the query editor: computes the options at the cursor, and accepts an option on Tab or
 * Enter. The module is loaded when the editor is first used (late-completion.ts).
 */
import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  currentCompletions,
  selectedCompletionIndex,
  setSelectedCompletion,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { Prec, StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, type Command } from '@codemirror/view';
import { contextAt, type QueryContext } from '../../../api/language/index.js';
import type { Offer } from './completions.js';

export type Complete = (place: QueryContext, signal: AbortSignal) => Promise<readonly Offer[]>;

function completionOf(offer: Offer): Completion {
  return { label: offer.label, detail: offer.meta, type: offer.kind, apply: applyOffer(offer) };
}

/**
 * Returns the function that inserts a completion; after a completed `field:` it immediately offers the field's values.
 */
function applyOffer(offer: Offer): NonNullable<Exclude<Completion['apply'], string>> {
  return (view, _completion, from, to) => {
    view.dispatch({
      changes: { from, to, insert: offer.insert },
      selection: { anchor: from + offer.insert.length },
      userEvent: 'input.complete',
      scrollIntoView: true,
    });
    if (offer.kind === 'field' && offer.insert.endsWith(':')) startCompletion(view);
    else closeCompletion(view);
  };
}

/** Returns start and end of the part of the label that matches the typed text; empty when nothing matches. */
function matchedStretch(label: string, typed: string): readonly number[] {
  const at = typed === '' ? -1 : label.toLowerCase().indexOf(typed.toLowerCase());
  return at < 0 ? [] : [at, at + typed.length];
}

/** Returns true if completion opens automatically: while a word is typed, and right after `field:`. */
function beginsAt(place: QueryContext): boolean {
  return place.kind !== 'none' && (place.prefix !== '' || (place.kind === 'value' && !place.afterClause));
}

function completionSource(complete: Complete) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const place = contextAt(context.state.doc.toString(), context.pos);
    if (place.kind === 'none') return null;
    if (!beginsAt(place) && !context.explicit) return null;
    const abort = new AbortController();
    context.addEventListener('abort', () => abort.abort());
    const offers = await complete(place, abort.signal);
    if (offers.length === 0) return null;
    return {
      from: place.from,
      to: place.to,
      options: offers.map(completionOf),
      filter: false,
      getMatch: (completion) => matchedStretch(completion.label, place.prefix),
    };
  };
}

/** Accepts the selected completion, or the first when none is selected; returns false when there is no completion. */
function acceptFirst(view: EditorView): boolean {
  if (currentCompletions(view.state).length === 0) return false;
  if (selectedCompletionIndex(view.state) === null) view.dispatch({ effects: setSelectedCompletion(0) });
  return acceptCompletion(view);
}

/**
 * Action requested by a key that was pressed while completions were loading: Tab accepts a completion, Enter then also
 * submits the query. Any change of the text resets the action to `nothing`.
 */
export type Awaited = 'nothing' | 'completion' | 'completion and submit';
const setAwaited = StateEffect.define<Awaited>();
const awaited = StateField.define<Awaited>({
  create: () => 'nothing',
  update: (current, transaction) => {
    const latest = transaction.effects.find((effect) => effect.is(setAwaited));
    if (latest) return latest.value;
    return transaction.docChanged ? 'nothing' : current;
  },
});

function acceptAwaited(onSubmit: () => void) {
  return EditorView.updateListener.of(({ view, state }) => {
    if (state.field(awaited) === 'nothing' || completionStatus(state) === 'pending') return;
    // A CodeMirror update listener must not dispatch, so this runs in a microtask.
    queueMicrotask(() => {
      const wanted = view.state.field(awaited);
      if (wanted === 'nothing' || completionStatus(view.state) === 'pending') return;
      view.dispatch({ effects: setAwaited.of('nothing') });
      if (completionStatus(view.state) === 'active') acceptFirst(view);
      if (wanted === 'completion and submit') onSubmit();
    });
  });
}

/**
 * Handles Tab: accepts the selected completion, or the first when none is selected. While new completions are loading,
 * the first new completion is accepted once it arrives.
 */
const acceptByTab: Command = (view) => {
  const status = completionStatus(view.state);
  // While new completions are loading, the completions on screen belong to an earlier text.
  if (status === 'pending' && view.dom.querySelector('.cm-tooltip-autocomplete')) {
    view.dispatch({ effects: setAwaited.of('completion') });
    return true;
  }
  return status === 'active' && acceptFirst(view);
};

/**
 * Handles Enter. If a completion is selected, Enter accepts it. If Tab has requested a completion that is still
 * loading, the query is submitted after that completion. Otherwise the command returns false.
 */
const acceptByEnter: Command = (view) => {
  if (completionStatus(view.state) === 'active' && selectedCompletionIndex(view.state) !== null) {
    return acceptCompletion(view);
  }
  if (view.state.field(awaited) === 'nothing') return false;
  view.dispatch({ effects: setAwaited.of('completion and submit') });
  return true;
};

/** Completion of one editor: its CodeMirror extension, and the commands for the keys of the search bar. */
export interface Completing {
  readonly extension: Extension;
  readonly active: (view: EditorView) => boolean;
  readonly close: Command;
  readonly acceptByTab: Command;
  readonly acceptByEnter: Command;
  /** Processes the text typed and keys pressed before completion was loaded. */
  readonly catchUp: (view: EditorView, pressed: Awaited) => void;
}

export function queryCompletion(complete: Complete, onSubmit: () => void): Completing {
  return {
    extension: completionExtension(complete, onSubmit),
    active: (view) => completionStatus(view.state) === 'active',
    close: closeCompletion,
    acceptByTab,
    acceptByEnter,
    catchUp: (view, pressed) => {
      if (beginsAt(contextAt(view.state.doc.toString(), view.state.selection.main.head))) startCompletion(view);
      if (pressed !== 'nothing') view.dispatch({ effects: setAwaited.of(pressed) });
    },
  };
}

function completionExtension(complete: Complete, onSubmit: () => void): Extension {
  return [
    awaited,
    acceptAwaited(onSubmit),
    // While completions are offered, the text is unfinished, so errors in it are not marked.
    EditorView.editorAttributes.of((view) =>
      completionStatus(view.state) === 'active' ? { class: 'cm-completing' } : null,
    ),
    Prec.high(
      EditorView.contentAttributes.of((view) =>
        completionStatus(view.state) === 'active' ? { 'aria-invalid': 'false' } : null,
      ),
    ),
    autocompletion({
      override: [completionSource(complete)],
      selectOnOpen: false,
      interactionDelay: 0,
      icons: false,
      maxRenderedOptions: 50,
    }),
  ];
}
