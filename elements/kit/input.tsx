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
  /** Before the text: an icon. */
  readonly before?: ReactNode;
  /** After the text: icon buttons, a unit. */
  readonly after?: ReactNode;
  /** True for queries, ids and patterns, which use a monospaced font. */
  readonly mono?: boolean;
  /** Colours the edges; inside a field with an error this is so anyway. */
  readonly invalid?: boolean;
  /** Class of the box around. */
  readonly className?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** One line of text. */
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
