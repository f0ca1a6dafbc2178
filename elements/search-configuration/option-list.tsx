/**
 * Edits one list of options of the searches configuration: each row has an ISO 8601 period, its meaning in words, and
 * its label.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useId, useRef } from 'react';
import { normalPeriod, periodText, type OptionRow } from '../../machines/time-range/searches-config-form.js';
import { Button } from '../kit/button.js';
import { IconButton } from '../kit/icon-button.js';
import { AddIcon, DeleteIcon } from '../kit/icons.js';
import { PeriodInput } from '../kit/form/index.js';
import { Input } from '../kit/input.js';
import { space, tokens, type } from '../kit/tokens.js';
import { configurationTexts as texts } from './texts.js';

export interface OptionListEditorProps {
  readonly title: string;
  readonly rows: readonly OptionRow[];
  readonly errors: Readonly<Record<number, string>>;
  /** Error that concerns the list as a whole, not one row. */
  readonly error?: string | undefined;
  readonly onChange: (row: OptionRow) => void;
  readonly onAdd: () => void;
  readonly onRemove: (id: number) => void;
}

const useStyles = makeStyles({
  root: { margin: 0, padding: 0, border: 'none', minWidth: 0 },
  title: { ...type.cardTitle, padding: 0, marginBottom: `${space.s}px`, color: tokens.text.primary },
  row: {
    display: 'grid',
    gridTemplateColumns: '112px minmax(0, 1fr) minmax(0, 1.2fr) 28px',
    alignItems: 'center',
    gap: `${space.m}px`,
    marginBottom: `${space.s}px`,
    '@media (max-width: 479.98px)': { gridTemplateColumns: '96px minmax(0, 1fr) 28px' },
  },
  words: {
    overflow: 'hidden',
    color: tokens.text.tertiary,
    ...type.caption,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (max-width: 479.98px)': { display: 'none' },
  },
  wrong: {
    color: tokens.status.danger.text,
    '@media (max-width: 479.98px)': { display: 'block', gridColumn: '1 / -1', order: 1 },
  },
  error: { margin: `0 0 ${space.s}px`, color: tokens.status.danger.text, ...type.caption },
});

export function OptionListEditor({ title, rows, errors, error, onChange, onAdd, onRemove }: OptionListEditorProps) {
  const styles = useStyles();
  const list = useRef<HTMLFieldSetElement>(null);
  const noteId = useId();
  /** Focuses the control of a row after React has rendered it. */
  const focusRow = (index: number): void => {
    requestAnimationFrame(() => {
      const inputs = list.current?.querySelectorAll<HTMLElement>('input[data-period]') ?? [];
      (inputs[Math.min(index, inputs.length - 1)] ?? list.current?.querySelector('button'))?.focus();
    });
  };
  return (
    <fieldset ref={list} className={styles.root}>
      <legend className={styles.title}>{title}</legend>
      {rows.map((row, index) => {
        const wrong = errors[row.id];
        const id = `${noteId}-${row.id}`;
        return (
          <div key={row.id} className={styles.row}>
            <PeriodInput
              size="small"
              data-period
              aria-label={texts.period(title, index + 1)}
              aria-describedby={id}
              invalid={wrong !== undefined}
              placeholder="PT1H"
              value={row.period}
              onChange={(period) => onChange({ ...row, period })}
            />
            <Input
              size="small"
              aria-label={texts.description(title, index + 1)}
              aria-describedby={id}
              autoComplete="off"
              value={row.label}
              onChange={(label) => onChange({ ...row, label })}
            />
            <span id={id} className={mergeClasses(styles.words, wrong !== undefined && styles.wrong)}>
              {wrong ?? (normalPeriod(row.period) === 'PT0S' ? texts.allTime : periodText(row.period))}
            </span>
            <IconButton
              quiet
              size="small"
              label={texts.remove(title, index + 1)}
              icon={<DeleteIcon />}
              onClick={() => {
                onRemove(row.id);
                focusRow(index);
              }}
            />
          </div>
        );
      })}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button
        size="small"
        appearance="subtle"
        icon={<AddIcon />}
        onClick={() => {
          onAdd();
          focusRow(rows.length);
        }}
      >
        {texts.add}
      </Button>
    </fieldset>
  );
}
