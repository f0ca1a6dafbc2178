import { mergeClasses } from '@griffel/react';
import type { ChangeEvent, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useControlStyles } from './control-styles.js';
import { useFieldControl } from './field.js';
import { ErrorIcon } from './icons.js';

type NativeProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'onChange' | 'value' | 'defaultValue'>;

export interface InputProps extends NativeProps {
  readonly value: string;
  readonly onChange: (value: string, event: ChangeEvent<HTMLInputElement>) => void;
  readonly size?: 'medium' | 'small';
  /** Content before the text, such as an icon. */
  readonly before?: ReactNode;
  /** Content after the text, such as icon buttons or a unit. */
  readonly after?: ReactNode;
  /** True for queries, ids and patterns, which use a monospaced font. */
  readonly mono?: boolean;
  /** True shows the error border; default: whether the surrounding field has an error. */
  readonly invalid?: boolean;
  /** Class name of the box around the native input. */
  readonly className?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Renders a single-line text input. */
export function Input(props: InputProps): ReactNode {
  const { value, onChange, size = 'medium', before, after, mono = false, invalid, className, ...rest } = props;
  const styles = useControlStyles();
  const field = useFieldControl();
  const isInvalid = invalid ?? field['aria-invalid'] ?? false;
  return (
    <span
      className={mergeClasses(
        styles.box,
        size === 'small' && styles.small,
        isInvalid && styles.invalid,
        rest.disabled && styles.disabled,
        className,
      )}
    >
      {before}
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        {...field}
        {...rest}
        aria-invalid={isInvalid || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value, event)}
        className={mergeClasses(styles.input, mono && styles.mono, rest.type === 'number' && styles.numeric)}
      />
      {after}
      {isInvalid && (
        <span className={styles.glyph}>
          <ErrorIcon />
        </span>
      )}
    </span>
  );
}
