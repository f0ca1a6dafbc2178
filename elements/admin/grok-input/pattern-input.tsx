/**
 * Renders a field for a grok pattern, beside a list of known patterns, which the user can insert at the cursor
 * (screens/data-intake.md G1c).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { grokPatternsQuery } from '../../../api/queries/grok.js';
import { useConnection } from '../../element/connection-context.js';
import { Field } from '../../kit/field.js';
import { AddIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { nameFilter } from '../../kit/name-filter.js';
import { Textarea } from '../../kit/textarea.js';
import { tokens, type } from '../../kit/tokens.js';
import { VirtualList } from '../../kit/virtual-list.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
    gap: '16px',
  },
  side: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', gap: '8px' },
  list: {
    height: '164px',
    overflowY: 'auto',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '4px',
    backgroundColor: tokens.surface.subtle,
    ':focus-visible': { outline: `2px solid ${tokens.focus.outer}`, outlineOffset: '1px' },
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 28px',
    alignItems: 'center',
    columnGap: '8px',
    height: '44px',
    padding: '0 4px 0 8px',
    boxSizing: 'border-box',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.surface.hover },
    borderBottom: `1px solid ${tokens.border.divider}`,
  },
  active: { backgroundColor: tokens.selection.background },
  texts: { minWidth: 0, '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } },
  name: { ...type.cardTitle },
  pattern: { ...type.logSmall, color: tokens.text.secondary },
  add: { display: 'grid', placeItems: 'center', fontSize: '16px', color: tokens.text.tertiary },
  note: { ...type.body, padding: '12px', color: tokens.text.secondary },
});

export interface PatternInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  /** Name of the edited pattern, which is not offered because it cannot contain itself. */
  readonly own?: string;
}

export function PatternInput({ value, onChange, error, own }: PatternInputProps): ReactNode {
  const styles = useStyles();
  const id = useId();
  const { client } = useConnection();
  const known = useQuery(grokPatternsQuery(client));
  const area = useRef<HTMLTextAreaElement>(null);
  const [filter, setFilter] = useState('');
  const [active, setActive] = useState(0);
  const wanted = nameFilter(filter);
  const shown = useMemo(() => {
    const all = (known.data ?? []).filter(({ name }) => name !== own);
    const matcher = nameFilter(filter);
    return matcher ? all.filter(({ name }) => matcher.test(name)) : all;
  }, [known.data, filter, own]);
  const at = Math.min(active, shown.length - 1);

  const add = (name: string): void => {
    const field = area.current;
    const [from, to] = field ? [field.selectionStart, field.selectionEnd] : [value.length, value.length];
    const reference = `%{${name}}`;
    onChange(value.slice(0, from) + reference + value.slice(to));
    // The cursor is moved behind the inserted text once the field shows the new text.
    requestAnimationFrame(() => field?.setSelectionRange(from + reference.length, from + reference.length));
  };
  const keys = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const chosen = shown[at];
    if (step !== undefined) setActive(Math.max(0, Math.min(shown.length - 1, at + step)));
    else if (event.key === 'Enter' && chosen) add(chosen.name);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.columns}>
      <Field label={texts.pattern} required error={error}>
        <Textarea ref={area} mono rows={9} value={value} onChange={onChange} />
      </Field>
      <div className={styles.side} onKeyDown={keys}>
        <Field label={texts.filter} error={wanted ? undefined : texts.badFilter}>
          <Input
            value={filter}
            onChange={(text) => {
              setFilter(text);
              setActive(0);
            }}
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
          />
        </Field>
        {shown.length === 0 ? (
          <div className={mergeClasses(styles.list, styles.note)} role="status">
            {known.isPending ? texts.loading : known.isError ? texts.failed : texts.none}
          </div>
        ) : (
          <VirtualList
            items={shown}
            keyOf={({ id: key }) => key}
            estimateSize={44}
            activeIndex={at}
            className={styles.list}
            role="listbox"
            id={id}
            aria-label={texts.list}
          >
            {(pattern, index) => (
              <div
                role="option"
                id={`${id}-${index}`}
                aria-selected={index === at}
                className={mergeClasses(styles.row, index === at && styles.active)}
                onClick={() => add(pattern.name)}
              >
                <span className={styles.texts}>
                  <div className={styles.name}>{pattern.name}</div>
                  <div className={styles.pattern} title={pattern.pattern}>
                    {pattern.pattern}
                  </div>
                </span>
                <span className={styles.add} title={texts.add(pattern.name)} aria-hidden="true">
                  <AddIcon />
                </span>
              </div>
            )}
          </VirtualList>
        )}
      </div>
    </div>
  );
}
