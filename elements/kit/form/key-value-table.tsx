/**
 * Renders the editor of key/value pairs (spec 1 §4 "Key/value table"): the Add button or Enter adds a pair once both
 * fields are filled; a pair is removed after a confirmation.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../button.js';
import { useConfirm } from '../feedback.js';
import { Field } from '../field.js';
import { IconButton } from '../icon-button.js';
import { AddIcon, DeleteIcon } from '../icons.js';
import { Input } from '../input.js';
import { laterKitTexts } from '../later-texts.js';
import { kitTexts } from '../texts.js';
import { formTexts } from './texts.js';
import { container, tokens, type } from '../tokens.js';

const useStyles = makeStyles({
  table: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr) auto',
    columnGap: '8px',
    ...type.body,
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto' },
  },
  /** The stored pairs use the columns of the input row. */
  rows: { display: 'grid', gridColumn: '1 / -1', gridTemplateColumns: 'subgrid' },
  row: { alignItems: 'center', padding: '4px 0', '& > :last-child': { justifySelf: 'end' } },
  stored: { borderTop: `1px solid ${tokens.border.divider}` },
  text: { minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', ...type.logSmall },
});

export interface KeyValueTableProps {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  readonly error?: string | undefined;
}

export function KeyValueTable({ label, values, onChange, error }: KeyValueTableProps): ReactNode {
  const styles = useStyles();
  const confirm = useConfirm();
  const first = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const ready = key.trim() !== '' && value.trim() !== '';
  const add = (): void => {
    if (!ready) return;
    // A key that already exists keeps its position and gets the new value.
    onChange(Object.fromEntries([...Object.entries(values), [key.trim(), value]]));
    setKey('');
    setValue('');
    first.current?.focus();
  };
  const remove = async (name: string): Promise<void> => {
    const question = {
      title: laterKitTexts.areYouSure,
      text: formTexts.removeText(name),
      confirm: laterKitTexts.delete,
    };
    if (!(await confirm({ ...question, danger: true }))) return;
    onChange(Object.fromEntries(Object.entries(values).filter(([other]) => other !== name)));
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // Enter adds the pair and must not submit the surrounding form.
    event.preventDefault();
    add();
  };
  return (
    <Field label={label} group error={error}>
      <div className={styles.table} onKeyDown={pressed}>
        <div className={mergeClasses(styles.rows, styles.row)}>
          <Input
            ref={first}
            aria-label={formTexts.keyOf(label)}
            placeholder={formTexts.key}
            value={key}
            onChange={setKey}
          />
          <Input
            aria-label={formTexts.valueOf(label)}
            placeholder={formTexts.value}
            value={value}
            onChange={setValue}
          />
          <Button icon={<AddIcon />} disabled={!ready} disabledReason={formTexts.bothNeeded} onClick={add}>
            {formTexts.add}
          </Button>
        </div>
        <ul className={styles.rows}>
          {Object.entries(values).map(([name, text]) => (
            <li key={name} className={mergeClasses(styles.rows, styles.row, styles.stored)}>
              <span className={styles.text}>{name}</span>
              <span className={styles.text}>{text}</span>
              <IconButton
                size="small"
                quiet
                label={kitTexts.remove(name)}
                icon={<DeleteIcon />}
                onClick={() => void remove(name)}
              />
            </li>
          ))}
        </ul>
      </div>
    </Field>
  );
}
