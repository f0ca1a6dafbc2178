/**
 * Renders a multi-line field for code: a query, a rule, a template, JSON. A text area is shown until the code editor
 * has loaded, and stays if the editor cannot be loaded.
 */
import type { Extension } from '@codemirror/state';
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLateEditor, type EditorPlace } from '../code/use-late-editor.js';
import type { FieldEditor } from '../code/field-editor.js';
import { useControlStyles } from '../control-styles.js';
import { Field, useFieldControl } from '../field.js';
import { type } from '../tokens.js';
import { rootOf } from '../root-of.js';

/** Smallest and largest visible height of the text in px (4 and 16 lines of 20 px); longer text scrolls. */
const leastPx = 4 * 20;
const mostPx = 16 * 20;

const useStyles = makeStyles({
  host: { width: '100%', minWidth: 0 },
  hidden: { display: 'none' },
  plain: {
    minHeight: `${leastPx}px`,
    maxHeight: `${mostPx}px`,
    boxSizing: 'border-box',
    resize: 'none',
    overflowX: 'hidden',
    overflowY: 'auto',
    wordBreak: 'break-word',
    ...type.log,
  },
});

/** The editor has the same font and spacing as the text area that it replaces, so that nothing moves. */
const styles = {
  '.cm-scroller': {
    maxHeight: `${mostPx}px`,
    overflowX: 'hidden',
    overflowY: 'auto',
    fontSize: type.log.fontSize,
    lineHeight: type.log.lineHeight,
  },
  '.cm-content': { minHeight: `${leastPx}px`, padding: '0' },
};

export interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Loads the editor extension of the language, for highlighting; called when the editor is loaded. */
  readonly language?: () => Promise<Extension>;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly disabled?: boolean;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
}

export function CodeField(props: CodeFieldProps): ReactNode {
  const { label, required = false, optional = false, help, error, ...control } = props;
  return (
    <Field label={label} required={required} optional={optional} help={help} error={error}>
      <CodeControl label={label} {...control} />
    </Field>
  );
}

type CodeControlProps = Omit<CodeFieldProps, 'required' | 'optional' | 'help' | 'error'>;

function CodeControl({ label, value, onChange, language, disabled = false }: CodeControlProps): ReactNode {
  const control = useControlStyles();
  const own = useStyles();
  const field = useFieldControl();
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  });
  const submit = (): void => box.current?.closest('form')?.requestSubmit();
  const load = async (): Promise<(place: EditorPlace) => FieldEditor> => {
    const [{ createFieldEditor }, extension] = await Promise.all([import('../code/field-editor.js'), language?.()]);
    return (place) =>
      createFieldEditor({
        ...place,
        label,
        styles,
        language: extension,
        // The state is updated synchronously, as for a text area: a late update with an older value would overwrite the
        // text typed since.
        onChange: (text) => flushSync(() => latest.current(text)),
        onSubmit: submit,
      });
  };
  const { area, areaProps, host, editor, rich } = useLateEditor({ load, upgrade: true, value, readOnly: disabled });
  const { id, 'aria-describedby': note, 'aria-invalid': invalid, 'aria-required': required } = field;
  useEffect(() => {
    editor.current?.setAttributes({
      // A disabled editor can still be scrolled and copied from.
      tabindex: '0',
      ...(id !== undefined && { id }),
      ...(note !== undefined && { 'aria-describedby': note }),
      ...(invalid && { 'aria-invalid': 'true' }),
      ...(required && { 'aria-required': 'true' }),
      ...(disabled && { 'aria-disabled': 'true' }),
    });
  }, [editor, rich, id, note, invalid, required, disabled]);
  useEffect(() => {
    // The browser focuses a text area on a click on its label, but not a content-editable element such as the editor.
    const root = rich ? rootOf(box.current) : undefined;
    const named = root?.querySelector(`label[for="${CSS.escape(id ?? '')}"]`);
    const focus = (): void => editor.current?.focus();
    named?.addEventListener('click', focus);
    return () => named?.removeEventListener('click', focus);
  }, [editor, rich, id]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <div
      ref={box}
      className={mergeClasses(control.box, control.multiline, invalid && control.invalid, disabled && control.disabled)}
    >
      {!rich && (
        <textarea
          ref={area}
          {...field}
          {...areaProps}
          className={mergeClasses(control.input, own.plain)}
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      )}
      <div ref={host} className={mergeClasses(own.host, !rich && own.hidden)} />
    </div>
  );
}
