import { makeStyles, mergeClasses } from '@griffel/react';
import { useRef, type ReactNode } from 'react';
import { Button } from './button.js';
import { useFieldControl } from './field.js';
import { laterKitTexts } from './later-texts.js';
import { tokens, type } from './tokens.js';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  // The native control is visually hidden but available to screen readers; sighted users see the button.
  native: { position: 'absolute', width: '1px', height: '1px', opacity: 0, pointerEvents: 'none' },
  name: { ...type.control, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  none: { color: tokens.text.tertiary },
});

/** Opens the browser's dialog that chooses files for a native file input, and removes the files chosen before. */
export function openFileDialog(input: HTMLInputElement | null): void {
  if (!input) return;
  // Browsers report no change if the user chooses the same file again, for example after editing it.
  input.value = '';
  input.click();
}

export interface FileInputProps {
  readonly file: File | undefined;
  readonly onChange: (file: File | undefined) => void;
  /** File extensions or media types that the user may choose, as in the `accept` attribute of a native file input. */
  readonly accept?: string;
}

/**
 * Renders a file input: one button chooses a file, another button removes the chosen file (spec 1 §4 "File upload
 * field").
 */
export function FileInput({ file, onChange, accept }: FileInputProps): ReactNode {
  const styles = useStyles();
  const field = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  const remove = (): void => {
    if (input.current) input.current.value = '';
    onChange(undefined);
  };
  return (
    <span className={styles.root}>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        className={styles.native}
        {...field}
        accept={accept}
        onChange={(event) => onChange(event.target.files?.[0])}
      />
      <Button onClick={() => openFileDialog(input.current)}>{laterKitTexts.chooseFile}</Button>
      <span className={mergeClasses(styles.name, !file && styles.none)} title={file?.name}>
        {file?.name ?? laterKitTexts.noFile}
      </span>
      {file && <Button onClick={remove}>{laterKitTexts.removeFile}</Button>}
    </span>
  );
}
