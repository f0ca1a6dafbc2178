/**
 * Provides the code editor: CodeMirror with the extensions common to all languages. `useLateEditor` loads it on demand;
 * until then a plain text area without colours takes its place.
 */
import { deleteCharBackward, deleteCharForward, history, historyKeymap, selectAll } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, type KeyBinding } from '@codemirror/view';
import { codeTheme, highlightStyle, type CodeStyles } from './code-theme.js';
import type { EditorPlace, LateEditor } from './use-late-editor.js';

export interface CodeEditorOptions extends EditorPlace {
  readonly label: string;
  /** Parses and highlights the text. */
  readonly language: Extension;
  /** Key bindings that precede all others. Tab must leave the editor unless a completion accepts it. */
  readonly keys: readonly KeyBinding[];
  /**
   * Styles beyond colours: sizes, and the appearance of extensions. The object must be a constant of a module, because
   * a theme is created and kept for each object.
   */
  readonly styles: CodeStyles;
  readonly extensions: Extension;
  /** Called for edits by the user, not for text set from outside. */
  readonly onChange: (text: string) => void;
}

export interface CodeEditor extends LateEditor {
  readonly view: EditorView;
  /** Replaces the text as a separate undo step. */
  replace(text: string): void;
}

/**
 * Key bindings that replace CodeMirror's default keymap, which would be larger than this module. They contain only the
 * keys for which the browser's own behaviour would be wrong.
 */
const editingKeys = [
  { key: 'Mod-a', run: selectAll },
  { key: 'Backspace', run: deleteCharBackward, shift: deleteCharBackward },
  { key: 'Delete', run: deleteCharForward },
];

/**
 * Lets the editor itself insert text that is typed over a selection. The browser would keep the colour of the old text
 * as an inline style, which a strict Content Security Policy forbids.
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
 * Styles shared by all editors. CodeMirror keeps the rules of every theme and highlight style as long as the document
 * lives, so they are created once; they are created lazily, because this module may be loaded without a document.
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
          // Text that was set from outside is not reported, because the owner already knows it.
          const isProgrammatic = update.transactions.some((one) => one.isUserEvent('set'));
          if (update.docChanged && !isProgrammatic) options.onChange(update.state.doc.toString());
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
