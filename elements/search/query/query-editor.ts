/**
 * The query editor: CodeMirror with the query language, completion, underlined findings and the keys of the search
 * bar. Loaded after first paint; until then a plain text area does the same without colours (QueryInput.tsx).
 */
import {
  deleteCharBackward,
  deleteCharForward,
  history,
  historyKeymap,
  insertNewline,
  selectAll,
} from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting, type LanguageSupport } from '@codemirror/language';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder, tooltips, type Command } from '@codemirror/view';
import type { Finding } from './finding.js';
import { lateCompletion, type LateCompletion } from './late-completion.js';
import type { Complete } from './query-completion.js';
import { editorTheme, highlightStyle } from './query-editor-theme.js';
import { queryFindings, setFindings } from './query-findings.js';

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
  /** The list of earlier queries is wanted. */
  readonly onHistory: () => void;
  readonly complete: Complete;
}

export interface QueryEditor {
  /** Takes over a text that was set from outside; the own one is left alone. */
  setText(text: string): void;
  setFindings(findings: readonly Finding[]): void;
  setReadOnly(readOnly: boolean): void;
  focus(): void;
  destroy(): void;
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

function searchBarKeys(options: QueryEditorOptions, completion: LateCompletion) {
  const recall =
    (step: 1 | -1): Command =>
    (view) => {
      if (completion.active(view) || !onOutermostLine(view, step)) return false;
      const text = options.onRecall(step, view.state.doc.toString());
      if (text !== null) replaceAll(view, text);
      return text !== null;
    };
  return Prec.highest(
    keymap.of([
      {
        key: 'Enter',
        run: (view) => {
          if (completion.acceptByEnter(view)) return true;
          completion.close(view);
          options.onSubmit();
          return true;
        },
      },
      { key: 'Shift-Enter', run: insertNewline },
      { key: 'Tab', run: completion.acceptByTab },
      {
        key: 'Alt-ArrowDown',
        run: () => {
          options.onHistory();
          return true;
        },
      },
      { key: 'ArrowUp', run: recall(1) },
      { key: 'ArrowDown', run: recall(-1) },
    ]),
  );
}

/** Everything else the browser does as well: the whole default keymap would weigh more than this file. */
const editingKeys = [
  { key: 'Mod-a', run: selectAll },
  { key: 'Backspace', run: deleteCharBackward, shift: deleteCharBackward },
  { key: 'Delete', run: deleteCharForward },
];

/**
 * What is typed over a selection. Left to the browser, it would carry the colour of the old text over as an inline
 * style, which strict policies forbid.
 */
const typedOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    if (event.inputType !== 'insertText' || !event.data || view.composing || state.readOnly) return false;
    if (state.selection.main.empty) return false;
    view.dispatch(state.update(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true }));
    return true;
  },
});

/** Creates the editor inside `parent`, in whatever document or shadow root that stands. */
export function createQueryEditor(options: QueryEditorOptions): QueryEditor {
  const readOnly = new Compartment();
  const root = options.parent.getRootNode();
  const completion = lateCompletion(options.complete, options.onSubmit);
  const view = new EditorView({
    parent: options.parent,
    root: root instanceof ShadowRoot ? root : document,
    state: EditorState.create({
      doc: options.text,
      selection: options.selection,
      extensions: [
        searchBarKeys(options, completion),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        options.language,
        syntaxHighlighting(HighlightStyle.define(highlightStyle)),
        typedOverSelection,
        queryFindings,
        placeholder(options.placeholder),
        tooltips({ position: 'absolute' }),
        completion.extension,
        keymap.of([...historyKeymap, ...editingKeys]),
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
