/**
 * An editor of code: CodeMirror with what every text in a language needs. Loaded late, by `useLateEditor`; until then a plain text
 * area does the same without colours.
 */
import { deleteCharBackward, deleteCharForward, history, historyKeymap, selectAll } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, type KeyBinding } from '@codemirror/view';
import { codeTheme, highlightStyle, type CodeStyles } from './code-theme.js';
import type { EditorPlace, LateEditor } from './use-late-editor.js';

export interface CodeEditorOptions extends EditorPlace {
  readonly label: string;
  /** Names and colours what is written. */
  readonly language: Extension;
  /** Come before all others. Tab must leave the editor where nothing is there to be taken by it. */
  readonly keys: readonly KeyBinding[];
  /** Styles beyond colours: measures, and the look of extensions. A constant of its module, because a theme is made of it only once. */
  readonly styles: CodeStyles;
  readonly extensions: Extension;
  /** Called for typed text, not for text that is set from outside. */
  readonly onChange: (text: string) => void;
}

export interface CodeEditor extends LateEditor {
  readonly view: EditorView;
  /** Puts another text in as a step of its own, which Undo takes back. */
  replace(text: string): void;
}

/** Only these keys differ from the browser's own: the whole default keymap would weigh more than this file. */
const editingKeys = [
  { key: 'Mod-a', run: selectAll },
  { key: 'Backspace', run: deleteCharBackward, shift: deleteCharBackward },
  { key: 'Delete', run: deleteCharForward },
];

/**
 * Text that is typed over a selection is inserted by the editor itself: the browser would carry the colour of the old text over as an
 * inline style, which strict policies forbid.
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

/**
 * CodeMirror keeps the rules of every theme and highlight style for as long as the document lives, so each is made once. Made lazily: this
 * module may be loaded where there is no document.
 */
let shared: Extension | undefined;
const themes = new WeakMap<CodeStyles, Extension>();

function themeOf(styles: CodeStyles): Extension {
  let theme = themes.get(styles);
  if (!theme) themes.set(styles, (theme = EditorView.theme(styles)));
  return theme;
}

const sharedStyles = (): Extension =>
  (shared ??= [syntaxHighlighting(HighlightStyle.define(highlightStyle)), EditorView.theme(codeTheme)]);

/** Creates the editor inside `parent`, in the document or shadow root of `parent`. */
export function createCodeEditor(options: CodeEditorOptions): CodeEditor {
  const readOnly = new Compartment();
  const root = options.parent.getRootNode();
  const view = new EditorView({
    parent: options.parent,
    root: root instanceof ShadowRoot ? root : document,
    state: EditorState.create({
      doc: options.text,
      selection: options.selection,
      extensions: [
        Prec.highest(keymap.of(options.keys)),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        options.language,
        typedOverSelection,
        options.extensions,
        keymap.of([...historyKeymap, ...editingKeys]),
        themeOf(options.styles),
        sharedStyles(),
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          spellcheck: 'false',
          autocorrect: 'off',
          autocapitalize: 'off',
        }),
        readOnly.of([]),
        EditorView.updateListener.of((update) => {
          // Texts that came from outside are known there already.
          const told = update.transactions.some((one) => one.isUserEvent('set'));
          if (update.docChanged && !told) options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  const put = (text: string, anchor: number, more: { userEvent: string; scrollIntoView?: boolean }): void =>
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor }, ...more });
  return {
    view,
    replace: (text) => put(text, text.length, { userEvent: 'set', scrollIntoView: true }),
    setText: (text) => {
      if (text === view.state.doc.toString()) return;
      const anchor = Math.min(view.state.selection.main.head, text.length);
      put(text, view.hasFocus ? text.length : anchor, { userEvent: 'set' });
    },
    setReadOnly: (on) =>
      view.dispatch({
        effects: readOnly.reconfigure(on ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : []),
      }),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
