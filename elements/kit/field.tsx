import { makeStyles, mergeClasses } from '@griffel/react';
import { createContext, useContext, useId, useState, type ClipboardEvent, type FormEvent, type ReactNode } from 'react';
import { ErrorIcon } from './icons.js';
import { kitTexts } from './texts.js';
import { tokens, type } from './tokens.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0, border: 'none', margin: 0, padding: 0 },
  label: { color: tokens.text.primary, ...type.cardTitle },
  optional: { color: tokens.text.tertiary, fontWeight: 400 },
  help: { color: tokens.text.tertiary, ...type.caption },
  error: { display: 'flex', gap: '6px', color: tokens.status.danger.text, ...type.caption },
  icon: { flexShrink: 0, lineHeight: 0, paddingTop: '1px', fontSize: '14px', color: tokens.status.danger.icon },
});

/** Properties that a control takes from the surrounding field. */
export interface FieldContextValue {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

/** Context with the properties of the control; rows with another layout of label and control provide it themselves. */
export const FieldContext = createContext<FieldContextValue | undefined>(undefined);

const FaultContext = createContext<(fault: string | undefined) => void>(() => {});

/**
 * Returns a function with which a control shows an error about the typed text, unless the form has an error for the
 * field.
 */
export function useFieldFault(): (fault: string | undefined) => void {
  return useContext(FaultContext);
}

/** Returns the id and ARIA attributes for the control in a field; an empty object outside a field. */
export function useFieldControl(): Partial<FieldContextValue> {
  return useContext(FieldContext) ?? {};
}

/** Renders the note below a control, which its `aria-describedby` names: the error, else the help, else nothing. */
export function FieldNote({ id, error, help, className }: FieldNoteProps): ReactNode {
  const styles = useStyles();
  if (error === undefined)
    return (
      help !== undefined && (
        <div id={id} className={mergeClasses(styles.help, className)}>
          {help}
        </div>
      )
    );
  return (
    <p id={id} className={mergeClasses(styles.error, className)} role="alert">
      <span className={styles.icon}>
        <ErrorIcon />
      </span>
      <span>{error}</span>
    </p>
  );
}

/**
 * Returns the error for a pasted text that was cut to the `maxLength` of a control, until the text is changed, and the
 * handlers of the element around the control.
 */
function usePasteNote() {
  const [cut, setCut] = useState<string>();
  const onPaste = ({ target, clipboardData }: ClipboardEvent): void => {
    // Cast: only controls with a text have the members, and only a control with a limit is examined.
    const { maxLength = -1, value, selectionStart, selectionEnd } = target as Partial<HTMLInputElement>;
    if (maxLength < 0) return;
    const kept = (value ?? '').length - ((selectionEnd ?? 0) - (selectionStart ?? 0));
    const pasted = clipboardData.getData('text');
    import('./cut-paste.js').then(
      (part) => setCut(part.cutPaste(target, kept, pasted)),
      () => undefined,
    );
  };
  // Cast: browsers send an InputEvent for each change of a text by the user.
  const onInput = ({ nativeEvent }: FormEvent): void => {
    if ((nativeEvent as InputEvent).inputType !== 'insertFromPaste') setCut(undefined);
  };
  return [cut, { onPaste, onInput }] as const;
}

interface FieldNoteProps {
  readonly id: string;
  readonly error: string | undefined;
  readonly help: ReactNode;
  readonly className?: string;
}

export interface FieldProps {
  readonly label: ReactNode;
  /** True hides the label from view, but not from screen readers: where the surroundings name the control. */
  readonly labelHidden?: boolean;
  /** Help text below the control; an error replaces it. */
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** True marks the field as optional beside the label. */
  readonly optional?: boolean;
  /**
   * True for several controls under a label, such as check boxes, or number and unit: the controls are rendered as a
   * group that the label names.
   */
  readonly group?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Renders a field with the label above the control and the help or error below it; all are associated for screen
 * readers.
 */
export function Field(props: FieldProps): ReactNode {
  const { label, labelHidden = false, help, error: given, required = false, optional = false } = props;
  const { group = false, className, children } = props;
  const styles = useStyles();
  const labelClass = labelHidden ? 'lc-unseen' : styles.label;
  const id = useId();
  const noteId = useId();
  const [fault, setFault] = useState<string>();
  const [cut, handlers] = usePasteNote();
  const error = given ?? fault ?? cut;
  const note = error ?? help;
  const value: FieldContextValue = {
    id,
    'aria-describedby': note === undefined ? undefined : noteId,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-required': required || undefined,
  };
  const text = (
    <>
      {label}
      {optional && <span className={styles.optional}> {kitTexts.optional}</span>}
    </>
  );
  const below = <FieldNote id={noteId} error={error} help={help} />;
  if (group) {
    return (
      <div
        role="group"
        aria-labelledby={id}
        aria-describedby={value['aria-describedby']}
        className={mergeClasses(styles.root, className)}
        {...handlers}
      >
        <span id={id} className={labelClass}>
          {text}
        </span>
        <FaultContext value={setFault}>{children}</FaultContext>
        {below}
      </div>
    );
  }
  return (
    <div className={mergeClasses(styles.root, className)} {...handlers}>
      <label htmlFor={id} className={labelClass}>
        {text}
      </label>
      <FaultContext value={setFault}>
        <FieldContext value={value}>{children}</FieldContext>
      </FaultContext>
      {below}
    </div>
  );
}
