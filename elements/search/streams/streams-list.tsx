/**
 * Renders the list of all streams with a filter; only visible rows are mounted, so that the list can hold thousands of
 * streams.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { CheckIcon } from '../../kit/icons.js';
import type { StreamOption } from '../../../api/queries/streams.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { Floating } from '../bar/floating.js';
import { texts } from '../texts.js';
import { listTexts } from './list-texts.js';

export interface StreamsListProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly streams: readonly StreamOption[] | undefined;
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

const rowPx = 32;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minWidth: '260px', padding: `${space.m}px` },
  filter: {
    boxSizing: 'border-box',
    width: '100%',
    height: '32px',
    padding: `0 ${space.l}px`,
    border: `1px solid ${tokens.border.default}`,
    borderBottom: `1px solid ${tokens.border.strong}`,
    borderRadius: tokens.radius.control,
    outlineStyle: 'none',
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
    fontFamily: 'inherit',
    ...type.control,
    '::placeholder': { color: tokens.text.placeholder, opacity: 1 },
    ':focus': { borderBottom: `2px solid ${tokens.selection.border}` },
  },
  list: { maxHeight: '320px', marginTop: `${space.m}px`, overflowY: 'auto', position: 'relative' },
  option: {
    position: 'absolute',
    left: 0,
    right: 0,
    display: 'flex',
    alignItems: 'center',
    gap: `${space.m}px`,
    height: `${rowPx}px`,
    padding: `0 ${space.m}px`,
    borderRadius: tokens.radius.control,
    color: tokens.text.primary,
    ...type.control,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.surface.hover },
  },
  active: { outline: `2px solid ${tokens.focus.outer}`, outlineOffset: '-2px' },
  chosen: { backgroundColor: tokens.selection.background, color: tokens.selection.text },
  check: { display: 'flex', width: '16px', flexShrink: 0 },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  empty: { margin: `${space.m}px`, ...type.body, color: tokens.text.tertiary },
  foot: {
    display: 'flex',
    justifyContent: 'space-between',
    marginTop: `${space.m}px`,
    ...type.caption,
    color: tokens.text.tertiary,
  },
  clear: {
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.text.link,
    font: 'inherit',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
  },
});

export function StreamsList({ anchor, streams, value, onChange, onClose }: StreamsListProps) {
  const styles = useStyles();
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [filter, setFilter] = useState('');
  const [active, setActive] = useState(0);
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return (streams ?? [])
      .filter(({ title }) => title.toLowerCase().includes(wanted))
      .sort((left, right) => left.title.localeCompare(right.title));
  }, [streams, filter]);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
  });
  useEffect(() => {
    input.current?.focus();
  }, []);

  const toggle = (id: string): void =>
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id]);
  const walk = (index: number): void => {
    const next = Math.max(0, Math.min(shown.length - 1, index));
    setActive(next);
    if (shown.length > 0) rows.scrollToIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 10, PageUp: active - 10 }[event.key];
    const option = shown[active];
    if (step !== undefined) walk(step);
    else if (event.key === 'Enter' && option) toggle(option.id);
    else if (event.key === 'Backspace' && filter === '' && value.length > 0) onChange(value.slice(0, -1));
    else return;
    event.preventDefault();
  };

  return (
    <Floating anchor={anchor} onClose={onClose} matchAnchor>
      <div className={styles.root}>
        <input
          ref={input}
          role="combobox"
          className={styles.filter}
          aria-label={listTexts.filter}
          aria-autocomplete="list"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={shown[active] ? `${listId}-${active}` : undefined}
          placeholder={listTexts.filter}
          value={filter}
          onChange={(event) => {
            setFilter(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div ref={scroller} className={styles.list}>
          <div
            id={listId}
            role="listbox"
            aria-multiselectable
            aria-label={texts.streams.label}
            style={{ height: `${rows.getTotalSize()}px` }}
          >
            {rows.getVirtualItems().map(({ index, start }) => {
              const option = shown[index];
              if (!option) return null;
              const chosen = value.includes(option.id);
              return (
                <div
                  key={option.id}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={chosen}
                  aria-setsize={shown.length}
                  aria-posinset={index + 1}
                  className={mergeClasses(styles.option, chosen && styles.chosen, index === active && styles.active)}
                  style={{ top: `${start}px` }}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => {
                    setActive(index);
                    toggle(option.id);
                  }}
                >
                  <span className={styles.check}>{chosen && <CheckIcon />}</span>
                  <span className={styles.title} title={option.title}>
                    {option.title}
                  </span>
                </div>
              );
            })}
          </div>
        </div>
        {shown.length === 0 && (
          <p role="status" className={styles.empty}>
            {streams ? listTexts.none : texts.page.loading}
          </p>
        )}
        <div className={styles.foot}>
          <span>{value.length === 0 ? texts.streams.placeholderShort : listTexts.chosen(value.length)}</span>
          {value.length > 0 && (
            <button type="button" className={styles.clear} onClick={() => onChange([])}>
              {listTexts.clear}
            </button>
          )}
        </div>
      </div>
    </Floating>
  );
}
