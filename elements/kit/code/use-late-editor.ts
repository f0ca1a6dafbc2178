/**
 * Renders a plain text area at first. When `upgrade` becomes true or the text area gets the focus, an editor is loaded
 * and replaces it with the same text, selection and position. If the editor cannot be loaded, the text area stays.
 */
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type CompositionEvent,
  type RefObject,
  type TextareaHTMLAttributes,
} from 'react';
import { flushSync } from 'react-dom';
import { rootOf } from '../root-of.js';

/** Place of the editor, and the state that it takes over from the text area. */
export interface EditorPlace {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly selection: { readonly anchor: number; readonly head: number };
}

export interface LateEditor {
  /** Applies a text that was set from outside; a text equal to the editor's text changes nothing. */
  setText(text: string): void;
  setReadOnly(readOnly: boolean): void;
  focus(): void;
  destroy(): void;
}

export interface LateEditorPlan<Editor extends LateEditor> {
  /** Loads the code and returns the function that creates the editor. */
  readonly load: () => Promise<(place: EditorPlace) => Editor>;
  /** True loads the editor; false loads it only when the text area gets the focus. */
  readonly upgrade: boolean;
  readonly value: string;
  readonly readOnly: boolean;
}

export interface LateEditorParts<Editor extends LateEditor> {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Props of the text area, which must be rendered while `rich` is false. */
  readonly areaProps: TextareaHTMLAttributes<HTMLTextAreaElement>;
  readonly host: RefObject<HTMLDivElement | null>;
  /** The editor; null while `rich` is false. */
  readonly editor: RefObject<Editor | null>;
  readonly rich: boolean;
}

/** Attributes of the text area: the text is code, so spell checking and completion by the browser are off. */
const codeProps = {
  rows: 1,
  spellCheck: false,
  autoCapitalize: 'off',
  autoComplete: 'off',
  autoCorrect: 'off',
  onCompositionStart: (event: CompositionEvent<HTMLTextAreaElement>) => {
    event.currentTarget.dataset['composing'] = 'yes';
  },
  onCompositionEnd: (event: CompositionEvent<HTMLTextAreaElement>) => {
    delete event.currentTarget.dataset['composing'];
  },
};

export function useLateEditor<Editor extends LateEditor>(plan: LateEditorPlan<Editor>): LateEditorParts<Editor> {
  const { upgrade, value, readOnly } = plan;
  const area = useRef<HTMLTextAreaElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [wanted, setWanted] = useState(false);
  const [rich, setRich] = useState(false);

  const load = useEffectEvent(plan.load);
  useEffect(() => {
    if (!(wanted || upgrade) || editor.current) return;
    const start = async (): Promise<void> => {
      const create = await load();
      const plain = area.current;
      const parent = host.current;
      if (!plain || !parent || editor.current) return;
      const root = rootOf(plain);
      const focused = root?.activeElement === plain;
      const selection = { anchor: plain.selectionStart, head: plain.selectionEnd };
      editor.current = create({ parent, text: plain.value, selection });
      // The state is set synchronously, because clicks and keys would otherwise go to the text area that is being
      // removed.
      flushSync(() => setRich(true));
      if (focused) editor.current.focus();
    };
    const plain = area.current;
    const begin = (): void => {
      // After a failed load the plain text area stays; the next use of the input tries to load the editor again.
      start().catch(() => setWanted(false));
    };
    // While text is being composed with an input method, the text area is not replaced, because that would break the
    // text.
    if (plain?.dataset['composing']) plain.addEventListener('compositionend', begin, { once: true });
    else begin();
    return () => plain?.removeEventListener('compositionend', begin);
  }, [wanted, upgrade]);
  useEffect(
    () => () => {
      editor.current?.destroy();
      editor.current = null;
    },
    [],
  );
  useEffect(() => {
    editor.current?.setText(value);
  }, [value, rich]);
  useEffect(() => {
    editor.current?.setReadOnly(readOnly);
  }, [readOnly, rich]);
  useLayoutEffect(() => {
    if (!area.current) return;
    // The text area grows with its text; the style limits its height.
    area.current.style.height = 'auto';
    area.current.style.height = `${area.current.scrollHeight}px`;
  }, [value]);
  return { area, areaProps: { ...codeProps, onFocus: () => setWanted(true) }, host, editor, rich };
}
