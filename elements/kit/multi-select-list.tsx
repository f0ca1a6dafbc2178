import { usePositioning } from '@fluentui/react-positioning';
import { makeStyles, mergeClasses } from '@griffel/react';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useEnvironment } from '../element/environment.js';
import { CheckIcon } from './icons.js';
import type { MultiSelectOption } from './multi-select-options.js';
import { SpinnerRing } from './spinner.js';
import { laterKitTexts } from './later-texts.js';
import { tokens, type } from './tokens.js';
import { VirtualList } from './virtual-list.js';

const rowHeight = 32;
/** Maximum height of the list in px (spec 1 §9: select menu height). */
const maxHeight = 300;

const useStyles = makeStyles({
  surface: {
    // The z-index of Fluent's floats: among floats with one z-index the latest opened is on top, so the list of a
    // select in a dialog lies above the dialog.
    zIndex: 1000000,
    padding: '4px',
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.raised,
    color: tokens.text.primary,
    boxShadow: tokens.shadow.float,
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
  list: { maxHeight: `${maxHeight - 8}px` },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: `${rowHeight}px`,
    padding: '0 8px',
    borderRadius: tokens.radius.control,
    cursor: 'pointer',
    ...type.control,
  },
  active: {
    backgroundColor: tokens.surface.hover,
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
  chosen: { backgroundColor: tokens.selection.background },
  disabled: { color: tokens.text.disabled, cursor: 'default' },
  check: { width: '16px', flexShrink: 0, fontSize: '16px', lineHeight: 0, color: tokens.selection.text },
  icon: { color: tokens.text.secondary },
  label: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  note: { marginLeft: 'auto', flexShrink: 0, color: tokens.text.tertiary, ...type.caption },
  nothing: { display: 'flex', gap: '8px', padding: '8px', color: tokens.text.tertiary, ...type.body },
});

export interface OptionListProps {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly options: readonly MultiSelectOption[];
  readonly chosen: ReadonlySet<string>;
  readonly active: number;
  readonly loading: boolean;
  /** True if the user can select at most one option. */
  readonly single?: boolean;
  readonly onChoose: (value: string) => void;
  readonly onHover: (index: number) => void;
}

/**
 * Returns the `data-tabster` attribute that makes a float part of the dialog or pop-over that contains its anchor;
 * undefined if no dialog or pop-over contains the anchor. The keyboard library hides everything outside a dialog from
 * screen readers.
 */
function partOfDialog(anchor: HTMLElement): string | undefined {
  const around = anchor.closest('[data-tabster*="modalizer"]')?.getAttribute('data-tabster');
  if (!around) return undefined;
  // The keyboard library (tabster) writes the attribute as a JSON object.
  const { modalizer } = JSON.parse(around) as { modalizer?: unknown };
  return JSON.stringify({ modalizer });
}

/** Renders the open list of options of a select with search or of a multi-select. */
export function OptionList(props: OptionListProps): ReactNode {
  const { id, anchor, label, options, chosen, active, loading, single = false, onChoose, onHover } = props;
  const styles = useStyles();
  const { float } = useEnvironment();
  const { targetRef, containerRef } = usePositioning({
    position: 'below',
    align: 'start',
    strategy: 'fixed',
    offset: 4,
    matchTargetSize: 'width',
  });
  const [width] = useState(() => anchor.getBoundingClientRect().width);
  useLayoutEffect(() => {
    targetRef.current = anchor;
    return () => {
      targetRef.current = null;
    };
  }, [anchor, targetRef]);
  return createPortal(
    <div
      ref={containerRef}
      data-tabster={partOfDialog(anchor)}
      // The list floats above the page, outside of its landmarks, so it is a landmark of its own.
      role="region"
      aria-label={label}
      className={styles.surface}
      style={{ minWidth: Math.max(width, 200) }}
      // A press on the list must not take the focus from the input.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.length === 0 ? (
        <div id={id} role="listbox" aria-label={label} className={styles.nothing}>
          {loading ? <SpinnerRing /> : laterKitTexts.noOptions}
        </div>
      ) : (
        <VirtualList
          id={id}
          role="listbox"
          aria-label={label}
          aria-multiselectable={!single}
          className={styles.list}
          items={options}
          keyOf={(option) => option.value}
          estimateSize={rowHeight}
          activeIndex={active}
        >
          {(option, index) => (
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={chosen.has(option.value)}
              aria-disabled={option.disabled || undefined}
              aria-setsize={options.length}
              aria-posinset={index + 1}
              className={mergeClasses(
                styles.option,
                chosen.has(option.value) && styles.chosen,
                index === active && styles.active,
                option.disabled && styles.disabled,
              )}
              onPointerMove={() => index !== active && onHover(index)}
              onClick={() => !option.disabled && onChoose(option.value)}
            >
              <span className={mergeClasses(styles.check, option.icon !== undefined && styles.icon)}>
                {option.icon ?? (chosen.has(option.value) && <CheckIcon />)}
              </span>
              <span className={styles.label}>{option.label}</span>
              {option.note !== undefined && <span className={styles.note}>{option.note}</span>}
            </div>
          )}
        </VirtualList>
      )}
    </div>,
    float,
  );
}
