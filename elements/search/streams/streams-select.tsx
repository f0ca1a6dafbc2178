/**
 * Renders the selection of the streams to search: selected streams are shown as chips, and a lazily loaded float lists
 * all streams.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { StreamOption } from '../../../api/queries/streams.js';
import { useMemo, useRef, useState } from 'react';
import { ChevronDownIcon, CloseIcon, StreamsIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { container, focusRing, space, tokens, type } from '../../kit/tokens.js';
import { EarlyEscape, Float } from '../../kit/float.js';
import { useBarStyles } from '../bar/bar-styles.js';
import { texts } from '../texts.js';

const StreamsList = lazyPart(() => import('./streams-list.js'), 'StreamsList');

export interface StreamsSelectProps {
  /** All searchable streams; undefined while loading. */
  readonly streams: readonly StreamOption[] | undefined;
  /** Ids of the selected streams; empty means all streams. */
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly readOnly?: boolean;
}

/** Maximum number of chips; further selected streams are only counted. */
const mostChips = 4;

const useStyles = makeStyles({
  root: {
    position: 'relative',
    // Beside a long absolute range the selection keeps this width, or wraps together with the refresh control.
    flex: '1 1 120px',
    [container.compact]: { flex: '0 0 auto' },
  },
  /** The button that opens the list covers the whole box; the chips lie above the button. */
  open: {
    position: 'absolute',
    inset: 0,
    width: '100%',
    [container.compact]: {
      position: 'static',
      width: 'auto',
      minWidth: '44px',
      justifyContent: 'center',
      padding: '0 8px',
    },
  },
  content: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: `${space.s}px`,
    flex: '1 1 auto',
    minWidth: 0,
    padding: `0 ${space.l}px`,
    pointerEvents: 'none',
    color: tokens.text.secondary,
    [container.compact]: { display: 'none' },
  },
  icon: { flexShrink: 0, fontSize: '20px' },
  caret: { flexShrink: 0, fontSize: '16px' },
  chips: { display: 'flex', flex: '1 1 auto', gap: `${space.xs}px`, minWidth: 0, overflowX: 'hidden' },
  chip: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.xs}px`,
    minWidth: 0,
    maxWidth: '220px',
    height: '22px',
    padding: `0 ${space.xs}px 0 ${space.m}px`,
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.inset,
    color: tokens.text.primary,
    ...type.body,
  },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  remove: {
    display: 'grid',
    placeItems: 'center',
    width: '18px',
    height: '18px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.radius.small,
    backgroundColor: 'transparent',
    color: tokens.text.secondary,
    pointerEvents: 'auto',
    fontSize: '16px',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.surface.pressed },
    ':focus-visible': focusRing,
  },
  placeholder: {
    flex: '1 1 auto',
    minWidth: 0,
    overflow: 'hidden',
    color: tokens.text.placeholder,
    ...type.control,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  phoneIcon: { display: 'none', [container.compact]: { display: 'inline-flex' } },
  mark: { display: 'none', fontWeight: 600, color: tokens.selection.text, [container.compact]: { display: 'inline' } },
});

export function StreamsSelect({ streams, value, onChange, readOnly = false }: StreamsSelectProps) {
  const bar = useBarStyles();
  const styles = useStyles();
  const anchor = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const titles = useMemo(() => new Map(streams?.map(({ id, title }) => [id, title])), [streams]);
  const titleOf = (id: string): string => titles.get(id) ?? (streams ? texts.streams.unknown(id) : id);
  const chosen = [...value].sort((left, right) => titleOf(left).localeCompare(titleOf(right)));
  const state = chosen.length === 0 ? texts.streams.placeholderShort : chosen.map(titleOf).join(', ');

  return (
    <div
      ref={anchor}
      role="group"
      aria-label={texts.streams.label}
      className={mergeClasses(bar.frame, bar.input, styles.root, open && bar.open)}
    >
      <button
        ref={opener}
        type="button"
        className={mergeClasses(bar.button, styles.open)}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={`${texts.streams.label}: ${state}`}
        title={chosen.length === 0 ? texts.streams.placeholder : undefined}
        disabled={readOnly}
        onClick={() => setOpen(!open)}
      >
        <StreamsIcon className={styles.phoneIcon} />
        {chosen.length > 0 && (
          <span className={styles.mark} aria-hidden>
            {chosen.length}
          </span>
        )}
      </button>
      <div className={styles.content}>
        <StreamsIcon className={styles.icon} />
        {chosen.length === 0 ? (
          <span className={styles.placeholder}>{texts.streams.placeholder}</span>
        ) : (
          <span className={styles.chips}>
            {chosen.slice(0, mostChips).map((id) => (
              <span key={id} className={styles.chip}>
                <span className={styles.title} title={titleOf(id)}>
                  {titleOf(id)}
                </span>
                {!readOnly && (
                  <button
                    type="button"
                    className={styles.remove}
                    aria-label={texts.streams.remove(titleOf(id))}
                    onClick={() => {
                      onChange(value.filter((other) => other !== id));
                      opener.current?.focus();
                    }}
                  >
                    <CloseIcon />
                  </button>
                )}
              </span>
            ))}
            {chosen.length > mostChips && (
              <span className={styles.chip}>{texts.streams.more(chosen.length - mostChips)}</span>
            )}
          </span>
        )}
        <ChevronDownIcon className={styles.caret} />
      </div>
      {open && <EarlyEscape onClose={() => setOpen(false)} />}
      <Float onFailed={() => setOpen(false)}>
        {open && (
          <StreamsList
            anchor={anchor}
            streams={streams}
            value={value}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        )}
      </Float>
    </div>
  );
}
