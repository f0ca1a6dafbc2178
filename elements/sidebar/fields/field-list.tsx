import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { ListedField } from '../../../machines/view/listed-fields.js';
import { ChevronDownIcon, NumberIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { focusRing, radius, space, tokens, type as textType } from '../../kit/tokens.js';
import { Tooltip } from '../../kit/tooltip.js';
import { VirtualList } from '../../kit/virtual-list.js';
import { Float } from '../../kit/float.js';
import { useFieldInteractions } from '../../widgets/actions/interactions.js';
import { texts as widgetTexts } from '../../widgets/texts.js';
import { texts } from '../texts.js';
import { fieldTypeIcon } from './field-type-icon.js';

const ActionMenu = lazyPart(() => import('../../widgets/actions/action-menu.js'), 'ActionMenu');

/** px (spec 2 §2); fingers need more. */
const rowPx = 20;
const touchRowPx = 40;

const useStyles = makeStyles({
  list: { flexGrow: 1, minHeight: '60px', margin: `0 -${space.s}px`, outlineStyle: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    height: '100%',
    paddingRight: '2px',
    borderRadius: `${radius.small}px`,
    ':hover': { backgroundColor: tokens.surface.pressed },
    ':focus-within': { backgroundColor: tokens.surface.pressed },
    '& > [data-quiet]': { opacity: 0 },
    ':hover > [data-quiet]': { opacity: 1 },
    ':focus-within > [data-quiet]': { opacity: 1 },
    '@media (hover: none)': { '& > [data-quiet]': { opacity: 1 } },
  },
  open: { backgroundColor: tokens.surface.pressed, '& > [data-quiet]': { opacity: 1 } },
  field: {
    flexGrow: 1,
    display: 'flex',
    alignItems: 'center',
    gap: `${space.m}px`,
    minWidth: 0,
    height: '100%',
    padding: `0 ${space.s}px`,
    border: 'none',
    borderRadius: `${radius.small}px`,
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    textAlign: 'left',
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
    '& > svg': { flexShrink: 0, fontSize: '16px', color: tokens.text.tertiary },
  },
  absent: { color: tokens.text.disabled, cursor: 'default', '& > svg': { color: tokens.text.disabled } },
  plain: { cursor: 'default' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', ...textType.logSmall },
  icon: {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: '20px',
    height: '100%',
    padding: 0,
    border: 'none',
    borderRadius: `${radius.small}px`,
    backgroundColor: 'transparent',
    color: tokens.text.tertiary,
    fontSize: '16px',
    lineHeight: 0,
    ':hover': { color: tokens.text.primary },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  chevron: { pointerEvents: 'none' },
});

export interface FieldListProps {
  readonly fields: readonly ListedField[];
  readonly analysisDisabled: readonly string[];
  readonly onStatistics: (field: ListedField) => void;
}

/** Fields of any number: arrow keys move, Enter opens the menu of a field. */
export function FieldList({ fields, analysisDisabled, onStatistics }: FieldListProps) {
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [height] = useState(() => (matchMedia('(pointer: coarse)').matches ? touchRowPx : rowPx));
  const moves = useRef(false);
  const current = Math.min(active, fields.length - 1);

  const moved = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / height) - 1);
    const last = fields.length - 1;
    const next = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: last,
      PageDown: current + page,
      PageUp: current - page,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    moves.current = true;
    setActive(Math.min(last, Math.max(0, next)));
  };

  return (
    <div ref={list} style={{ display: 'contents' }} onKeyDown={moved}>
      <VirtualList
        role="list"
        aria-label={texts.sections.fields}
        className={styles.list}
        items={fields}
        keyOf={(field) => field.name}
        estimateSize={height}
        activeIndex={current}
        tabIndex={-1}
      >
        {(field, index) => (
          <FieldRow
            field={field}
            index={index}
            count={fields.length}
            reached={index === current}
            awaited={moves}
            analysed={field.inQuery && !analysisDisabled.includes(field.name)}
            onReach={() => setActive(index)}
            onStatistics={onStatistics}
          />
        )}
      </VirtualList>
    </div>
  );
}

interface FieldRowProps {
  readonly field: ListedField;
  readonly index: number;
  readonly count: number;
  /** It is the one that Tab reaches. */
  readonly reached: boolean;
  /** True while the keyboard moves to the reached row, which may have to come into the document first. */
  readonly awaited: RefObject<boolean>;
  readonly analysed: boolean;
  readonly onReach: () => void;
  readonly onStatistics: (field: ListedField) => void;
}

function FieldRow({ field, index, count, reached, awaited, analysed, onReach, onStatistics }: FieldRowProps) {
  const styles = useStyles();
  const interactions = useFieldInteractions();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!reached || !awaited.current) return;
    awaited.current = false;
    anchor.current?.focus({ preventScroll: true });
  });
  const { name, type, inQuery } = field;
  const hasMenu = inQuery && interactions !== undefined;
  return (
    <div
      role="listitem"
      aria-setsize={count}
      aria-posinset={index + 1}
      className={mergeClasses(styles.row, open && styles.open)}
    >
      <button
        ref={anchor}
        type="button"
        tabIndex={reached ? 0 : -1}
        className={mergeClasses(styles.field, !inQuery && styles.absent, !hasMenu && styles.plain)}
        title={`${name} = ${type.type}${inQuery ? '' : ` (${texts.fields.notInQuery})`}`}
        {...(hasMenu && {
          'aria-haspopup': 'menu' as const,
          'aria-expanded': open,
          'aria-description': widgetTexts.fieldActions(name),
        })}
        aria-disabled={inQuery ? undefined : true}
        onFocus={onReach}
        onClick={() => hasMenu && setOpen(true)}
      >
        {fieldTypeIcon(type.type)}
        <span className={styles.name}>{name}</span>
      </button>
      {analysed && (
        <Tooltip content={texts.fields.statisticsOf(name)} relationship="label">
          <button
            type="button"
            data-quiet=""
            tabIndex={reached ? 0 : -1}
            className={styles.icon}
            aria-label={texts.fields.statisticsOf(name)}
            onClick={() => onStatistics(field)}
          >
            <NumberIcon />
          </button>
        </Tooltip>
      )}
      {hasMenu && (
        <span data-quiet="" aria-hidden="true" className={mergeClasses(styles.icon, styles.chevron)}>
          <ChevronDownIcon />
        </span>
      )}
      {open && (
        <Float onFailed={() => setOpen(false)}>
          <ActionMenu
            anchor={anchor}
            subject={{ kind: 'field', field: name, type: type.type, decorated: false }}
            onClose={() => setOpen(false)}
          />
        </Float>
      )}
    </div>
  );
}
