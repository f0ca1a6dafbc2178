import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { useControlStyles } from './control-styles.js';
import { useFieldControl } from './field.js';

const useStyles = makeStyles({ area: { resize: 'vertical', minHeight: '60px', lineHeight: '20px' } });

export interface TextareaProps extends Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'onChange' | 'value' | 'defaultValue'
> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean;
  readonly invalid?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Renders a multi-line text input. */
export function Textarea(props: TextareaProps): ReactNode {
  const { value, onChange, mono = false, invalid, className, ...rest } = props;
  const styles = useControlStyles();
  const own = useStyles();
  const field = useFieldControl();
  const isInvalid = invalid ?? field['aria-invalid'] ?? false;
  return (
    <span
      className={mergeClasses(
        styles.box,
        styles.multiline,
        isInvalid && styles.invalid,
        rest.disabled && styles.disabled,
        className,
      )}
    >
      <textarea
        rows={3}
        spellCheck={false}
        {...field}
        {...rest}
        aria-invalid={isInvalid || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={mergeClasses(styles.input, mono && styles.mono, own.area)}
      />
    </span>
  );
}
