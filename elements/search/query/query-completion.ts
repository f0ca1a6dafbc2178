/**
 * Completion in the query editor: asks what could stand at the cursor, and takes it by Tab or Enter. Loaded when the
 * editor is first used (query-typing.ts).
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
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, type Command } from '@codemirror/view';
import { contextAt, type QueryContext } from '../../../api/language/index.js';
import type { Offer } from './completions.js';

export type Complete = (place: QueryContext, signal: AbortSignal) => Promise<readonly Offer[]>;

function completionOf(offer: Offer): Completion {
  return { label: offer.label, detail: offer.meta, type: offer.kind, apply: applyOffer(offer) };
}

/** Inserts, and after `field:` shows its values at once. */
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

/** The stretch of a label that the typed text matches. */
function matchedStretch(label: string, typed: string): readonly number[] {
  const at = typed === '' ? -1 : label.toLowerCase().indexOf(typed.toLowerCase());
  return at < 0 ? [] : [at, at + typed.length];
}

/** Opens by itself while a word is typed and right after `field:`. */
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

/** Takes the chosen completion, else the first. */
function acceptFirst(view: EditorView): boolean {
  if (currentCompletions(view.state).length === 0) return false;
  if (selectedCompletionIndex(view.state) === null) view.dispatch({ effects: setSelectedCompletion(0) });
  return acceptCompletion(view);
}

/** Key that was pressed while completions were loading; any change of the text resets it. */
export type Awaited = 'nothing' | 'completion' | 'completion and submit';
const setAwaited = StateEffect.define<Awaited>();
const awaited = StateField.define<Awaited>({
  create: () => 'nothing',
  update: (current, transaction) => {
    const told = transaction.effects.find((effect) => effect.is(setAwaited));
    if (told) return told.value;
    return transaction.docChanged ? 'nothing' : current;
  },
});

function acceptAwaited(onSubmit: () => void) {
  return EditorView.updateListener.of(({ view, state }) => {
    if (state.field(awaited) === 'nothing' || completionStatus(state) === 'pending') return;
    // An update must not dispatch: the next turn does.
    queueMicrotask(() => {
      const wanted = view.state.field(awaited);
      if (wanted === 'nothing' || completionStatus(view.state) === 'pending') return;
      view.dispatch({ effects: setAwaited.of('nothing') });
      if (completionStatus(view.state) === 'active') acceptFirst(view);
      if (wanted === 'completion and submit') onSubmit();
    });
  });
}

/** Tab: the chosen completion, else the first; the first of the new ones if they are still on their way. */
const acceptByTab: Command = (view) => {
  const status = completionStatus(view.state);
  // The completions still on screen belong to an earlier text.
  if (status === 'pending' && view.dom.querySelector('.cm-tooltip-autocomplete')) {
    view.dispatch({ effects: setAwaited.of('completion') });
    return true;
  }
  return status === 'active' && acceptFirst(view);
};

/** Enter: takes a completion that was chosen, or waits for one that Tab asked for; otherwise it is not for completion. */
const acceptByEnter: Command = (view) => {
  if (completionStatus(view.state) === 'active' && selectedCompletionIndex(view.state) !== null) {
    return acceptCompletion(view);
  }
  if (view.state.field(awaited) === 'nothing') return false;
  view.dispatch({ effects: setAwaited.of('completion and submit') });
  return true;
};

/** Operations on completion that the keys of the search bar use. */
export interface Completing {
  readonly extension: Extension;
  readonly active: (view: EditorView) => boolean;
  readonly close: Command;
  readonly acceptByTab: Command;
  readonly acceptByEnter: Command;
  /** Makes up for what was typed and pressed before this was here. */
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
    autocompletion({
      override: [completionSource(complete)],
      selectOnOpen: false,
      interactionDelay: 0,
      icons: false,
      maxRenderedOptions: 50,
    }),
  ];
}
