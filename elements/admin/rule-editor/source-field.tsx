/**
 * Renders a field for the source of a rule or pipeline. The editor is loaded lazily; until it is loaded, or if loading
 * fails, a text area is used.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { useLateEditor, type EditorPlace } from '../../kit/code/use-late-editor.js';
import { useFieldControl } from '../../kit/field.js';
import { tokens, type } from '../../kit/tokens.js';
import type { Finding } from '../../../machines/pipelines/finding.js';
import { noFacts, type RuleFacts } from '../../../machines/pipelines/rule-facts.js';
import type { RuleSourceEditor } from './rule-source-editor.js';
import type { ShownValue } from './rule-values.js';

const useStyles = makeStyles({
  box: {
    minWidth: 0,
    border: `1px solid ${tokens.border.default}`,
    borderRadius: '4px',
    backgroundColor: tokens.surface.card,
    ':focus-within': { border: `1px solid ${tokens.selection.border}` },
  },
  // A bare field has no frame, because the surrounding card has one.
  bare: { border: 'none', borderRadius: 0, ':focus-within': { border: 'none' } },
  invalid: { border: `1px solid ${tokens.status.danger.icon}` },
  host: { width: '100%', minWidth: 0 },
  hidden: { display: 'none' },
  plain: {
    display: 'block',
    width: '100%',
    // The text area is as high as the editor, so that nothing moves when the editor replaces it.
    minHeight: '240px',
    maxHeight: '640px',
    padding: '6px 8px 6px 56px',
    boxSizing: 'border-box',
    border: 'none',
    outlineStyle: 'none',
    resize: 'none',
    overflowX: 'hidden',
    overflowY: 'auto',
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    ...type.log,
  },
});

/** Moves the cursor of the field; `at` is an offset in the text. */
export interface SourceFieldHandle {
  readonly goTo: (at: number) => void;
}

export interface SourceFieldProps {
  readonly label: string;
  readonly kind: 'rule' | 'pipeline';
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onSubmit?: () => void;
  readonly disabled?: boolean;
  /** True to draw no frame, for a container that has one. */
  readonly bare?: boolean;
  readonly facts?: RuleFacts;
  readonly findings?: readonly Finding[];
  readonly values?: readonly ShownValue[];
  readonly ref?: Ref<SourceFieldHandle>;
}

const noFindings: readonly Finding[] = [];
const noValues: readonly ShownValue[] = [];

export function SourceField(props: SourceFieldProps): ReactNode {
  const { label, kind, value, onChange, onSubmit, disabled = false, bare = false, ref } = props;
  const { facts = noFacts, findings = noFindings, values = noValues } = props;
  const styles = useStyles();
  const field = useFieldControl();
  const latest = useRef({ onChange, onSubmit, facts });
  useLayoutEffect(() => {
    latest.current = { onChange, onSubmit, facts };
  });
  const load = async (): Promise<(place: EditorPlace) => RuleSourceEditor> => {
    const { createRuleSourceEditor } = await import('./rule-source-editor.js');
    return (place) =>
      createRuleSourceEditor({
        ...place,
        label,
        kind,
        facts: () => latest.current.facts,
        // State is updated synchronously, as for a text area: a late update would overwrite the text typed since.
        onChange: (text) => flushSync(() => latest.current.onChange(text)),
        onSubmit: () => latest.current.onSubmit?.(),
      });
  };
  const { area, areaProps, host, editor, rich } = useLateEditor<RuleSourceEditor>({
    load,
    upgrade: true,
    value,
    readOnly: disabled,
  });
  const { id, 'aria-describedby': note, 'aria-required': required } = field;
  useEffect(() => {
    editor.current?.setAttributes({
      tabindex: '0',
      ...(id !== undefined && { id }),
      ...(note !== undefined && { 'aria-describedby': note }),
      ...(required && { 'aria-required': 'true' }),
      ...(disabled && { 'aria-disabled': 'true' }),
    });
  }, [editor, rich, id, note, required, disabled]);
  useEffect(() => {
    editor.current?.setFindings(findings);
  }, [editor, rich, findings]);
  useEffect(() => {
    editor.current?.setValues(values);
  }, [editor, rich, values]);
  useImperativeHandle(ref, () => ({
    goTo: (at) => {
      if (editor.current) return editor.current.goTo(at);
      area.current?.focus();
      area.current?.setSelectionRange(at, at);
    },
  }));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <div className={mergeClasses(styles.box, field['aria-invalid'] && styles.invalid, bare && styles.bare)}>
      {!rich && (
        <textarea
          ref={area}
          aria-label={label}
          {...field}
          {...areaProps}
          className={styles.plain}
          readOnly={disabled}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      )}
      <div ref={host} className={mergeClasses(styles.host, !rich && styles.hidden)} />
    </div>
  );
}
