/**
 * The query editor: CodeMirror with the query language, completion, underlined findings and the keys of the search
 * bar. Loaded after first paint; until then a plain text area does the same without colours (QueryInput.tsx).
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
import { defaultKeymap, history, historyKeymap, insertNewline } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting, type LanguageSupport } from '@codemirror/language';
import { Compartment, EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  keymap,
  placeholder,
  tooltips,
  type Command,
  type DecorationSet,
} from '@codemirror/view';
import { contextAt, type QueryContext } from '../../../api/language/index.js';
import type { Offer } from './completions.js';
import type { Finding } from './finding.js';
import { editorTheme, highlightStyle } from './query-editor-theme.js';

export interface QueryEditorOptions {
  readonly parent: HTMLElement;
  readonly language: LanguageSupport;
  readonly text: string;
  readonly selection: { readonly anchor: number; readonly head: number };
  readonly label: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
  /** An older (1) or newer (-1) query is wanted; null when there is none. */
  readonly onRecall: (step: 1 | -1, current: string) => string | null;
  readonly complete: (place: QueryContext, signal: AbortSignal) => Promise<readonly Offer[]>;
}

export interface QueryEditor {
  /** Takes over a text that was set from outside; the own one is left alone. */
  setText(text: string): void;
  setFindings(findings: readonly Finding[]): void;
  setReadOnly(readOnly: boolean): void;
  focus(): void;
  destroy(): void;
}

const setFindings = StateEffect.define<readonly Finding[]>();

const underlines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, transaction) {
    let marks = current.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setFindings)) continue;
      const length = transaction.newDoc.length;
      marks = Decoration.set(
        effect.value
          .filter(({ from, to }) => from < to && to <= length)
          .map(({ from, to, severity }) => Decoration.mark({ class: `cm-finding-${severity}` }).range(from, to)),
        true,
      );
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

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

function completionSource(complete: QueryEditorOptions['complete']) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const place = contextAt(context.state.doc.toString(), context.pos);
    if (place.kind === 'none') return null;
    // Opens by itself while a word is typed and right after `field:`.
    const begun = place.prefix !== '' || (place.kind === 'value' && !place.afterClause);
    if (!begun && !context.explicit) return null;
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

/** Whether the cursor stands on the first (`1`) or last (`-1`) line as seen on screen, wrapped lines counted. */
function onOutermostLine(view: EditorView, step: 1 | -1): boolean {
  const { main } = view.state.selection;
  const here = view.coordsAtPos(main.head);
  const edge = view.coordsAtPos(step > 0 ? 0 : view.state.doc.length);
  return main.empty && (!here || !edge || Math.abs(here.top - edge.top) < here.bottom - here.top);
}

function replaceAll(view: EditorView, text: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: text.length },
    userEvent: 'recall',
    scrollIntoView: true,
  });
}

function searchBarKeys(options: QueryEditorOptions) {
  const choosing = (view: EditorView): boolean =>
    completionStatus(view.state) === 'active' && selectedCompletionIndex(view.state) !== null;
  const recall =
    (step: 1 | -1): Command =>
    (view) => {
      if (completionStatus(view.state) === 'active' || !onOutermostLine(view, step)) return false;
      const text = options.onRecall(step, view.state.doc.toString());
      if (text !== null) replaceAll(view, text);
      return text !== null;
    };
  return Prec.highest(
    keymap.of([
      {
        key: 'Enter',
        run: (view) => {
          if (choosing(view)) return acceptCompletion(view);
          closeCompletion(view);
          options.onSubmit();
          return true;
        },
      },
      { key: 'Shift-Enter', run: insertNewline },
      {
        key: 'Tab',
        run: (view) => {
          if (completionStatus(view.state) !== 'active' || currentCompletions(view.state).length === 0) return false;
          if (selectedCompletionIndex(view.state) === null) view.dispatch({ effects: setSelectedCompletion(0) });
          return acceptCompletion(view);
        },
      },
      { key: 'ArrowUp', run: recall(1) },
      { key: 'ArrowDown', run: recall(-1) },
    ]),
  );
}

/** Creates the editor inside `parent`, in whatever document or shadow root that stands. */
export function createQueryEditor(options: QueryEditorOptions): QueryEditor {
  const readOnly = new Compartment();
  const root = options.parent.getRootNode();
  const view = new EditorView({
    parent: options.parent,
    root: root instanceof ShadowRoot ? root : document,
    state: EditorState.create({
      doc: options.text,
      selection: options.selection,
      extensions: [
        searchBarKeys(options),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        options.language,
        syntaxHighlighting(HighlightStyle.define(highlightStyle)),
        underlines,
        placeholder(options.placeholder),
        tooltips({ position: 'absolute' }),
        autocompletion({
          override: [completionSource(options.complete)],
          selectOnOpen: false,
          interactionDelay: 0,
          icons: false,
          maxRenderedOptions: 50,
        }),
        keymap.of([...historyKeymap, ...defaultKeymap]),
        editorTheme,
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          spellcheck: 'false',
          autocorrect: 'off',
          autocapitalize: 'off',
        }),
        readOnly.of([]),
        EditorView.updateListener.of((update) => {
          // Texts that came from outside or from the history are known there already.
          const told = update.transactions.some((one) => one.isUserEvent('set') || one.isUserEvent('recall'));
          if (update.docChanged && !told) options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText: (text) => {
      if (text === view.state.doc.toString()) return;
      const anchor = Math.min(view.state.selection.main.head, text.length);
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: view.hasFocus ? text.length : anchor },
        userEvent: 'set',
      });
    },
    setFindings: (findings) => view.dispatch({ effects: setFindings.of(findings) }),
    setReadOnly: (on) =>
      view.dispatch({
        effects: readOnly.reconfigure(on ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : []),
      }),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
