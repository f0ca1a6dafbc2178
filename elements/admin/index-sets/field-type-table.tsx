/** Renders the table of fields with their types in the existing indices and their type in the next index. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { IndexFieldType, IndexSetField } from '../../../api/contract/index-sets.js';
import { Select } from '../../kit/select.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { fieldTypes: words } = texts;

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th, & td': { padding: '6px 8px', textAlign: 'start', overflowWrap: 'anywhere' },
    '& thead th': { color: tokens.text.secondary, ...type.overline },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
    [container.compact]: {
      display: 'block',
      '& thead': { display: 'none' },
      '& tbody, & tr, & th, & td': { display: 'block' },
      '& th, & td': { padding: '2px 0' },
      '& tr': { padding: '8px 0' },
    },
  },
  name: { ...type.logSmall },
  other: { color: tokens.text.secondary },
  next: { minWidth: '180px' },
});

/** Changed types by the name of the field; null means that a field gets the type of its first value again. */
export type TypeChanges = ReadonlyMap<string, IndexFieldType | null>;

const types = ['keyword', 'long', 'double', 'boolean'] as const satisfies readonly IndexFieldType[];
const choices = [{ value: '', label: words.byValue }, ...types.map((value) => ({ value, label: words.types[value] }))];

export interface FieldTypeTableProps {
  readonly fields: readonly IndexSetField[];
  /** Name of the index to which the index set writes; null if there is none. */
  readonly current: string | null;
  readonly changes: TypeChanges;
  /** Called when the user changes the type of a field; undefined if the user may not change types. */
  readonly onChange: ((field: string, type: IndexFieldType | null) => void) | undefined;
}

export function FieldTypeTable({ fields, current, changes, onChange }: FieldTypeTableProps): ReactNode {
  const styles = useStyles();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words.columns.name}</th>
          <th scope="col">{words.columns.current(current)}</th>
          <th scope="col">{words.columns.other}</th>
          <th scope="col">{words.columns.next}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => {
          const next = changes.has(field.name) ? (changes.get(field.name) ?? null) : field.next;
          return (
            <tr key={field.name}>
              <th scope="row" className={styles.name}>
                {field.name}
              </th>
              <td>{field.current === null ? words.noColumn : words.types[field.current]}</td>
              <td className={styles.other}>{othersOf(field, current)}</td>
              <td className={styles.next}>
                {onChange ? (
                  <Select
                    aria-label={words.nextOf(field.name)}
                    options={choices}
                    value={next ?? ''}
                    onChange={(value) => onChange(field.name, types.find((one) => one === value) ?? null)}
                  />
                ) : next === null ? (
                  words.byValue
                ) : (
                  words.types[next]
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const othersOf = ({ types: found }: IndexSetField, current: string | null): string =>
  found
    .map(({ type: one, indices }) => ({ one, others: indices.filter((index) => index !== current) }))
    .filter(({ others }) => others.length > 0)
    .map(({ one, others }) => words.in(words.types[one], others))
    .join('; ');
