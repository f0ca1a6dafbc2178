import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import type { RankedField } from '../../../machines/view/field-presence.js';
import { Float } from '../../kit/float.js';
import { MoreIcon, PinIcon, PinnedIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { MiddleText } from '../../kit/middle-text.js';
import { focusRing, space, tokens, type as textType } from '../../kit/tokens.js';
import { useFieldInteractions } from '../../widgets/actions/interactions.js';
import { texts } from '../texts.js';
import { fieldTypeIcon } from './field-type-icon.js';
import { fieldTypeText } from './field-type-text.js';
import { shareText } from './share.js';

const ActionMenu = lazyPart(() => import('../../widgets/actions/action-menu.js'), 'ActionMenu');

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    paddingRight: '2px',
    borderRadius: tokens.radius.small,
    '& > [data-quiet]': { position: 'absolute', opacity: 0, pointerEvents: 'none' },
    ':hover': { backgroundColor: tokens.surface.pressed },
    ':focus-within': { backgroundColor: tokens.surface.pressed },
    ':hover > [data-quiet]': { position: 'static', opacity: 1, pointerEvents: 'auto' },
    ':focus-within > [data-quiet]': { position: 'static', opacity: 1, pointerEvents: 'auto' },
    ':hover > [data-share]': { display: 'none' },
    ':focus-within > [data-share]': { display: 'none' },
    '@media (hover: none)': {
      '& > [data-quiet]': { position: 'static', opacity: 1, pointerEvents: 'auto' },
      ':hover > [data-share]': { display: 'inline' },
      ':focus-within > [data-share]': { display: 'inline' },
    },
  },
  opened: { backgroundColor: tokens.surface.pressed },
  field: {
    flexGrow: 1,
    display: 'flex',
    alignItems: 'center',
    gap: `${space.m}px`,
    minWidth: 0,
    height: '100%',
    padding: `0 ${space.s}px`,
    border: 'none',
    borderRadius: tokens.radius.small,
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    textAlign: 'left',
    ...textType.logSmall,
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
    '& > svg': { flexShrink: 0, fontSize: '16px', color: tokens.text.tertiary },
  },
  absent: { color: tokens.text.disabled, cursor: 'default', '& > svg': { color: tokens.text.disabled } },
  share: {
    flexShrink: 0,
    paddingRight: '4px',
    fontVariantNumeric: 'tabular-nums',
    ...textType.caption,
    color: tokens.text.tertiary,
  },
  icon: {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: '22px',
    height: '100%',
    padding: 0,
    border: 'none',
    borderRadius: tokens.radius.small,
    backgroundColor: 'transparent',
    color: tokens.text.tertiary,
    fontSize: '16px',
    lineHeight: 0,
    ':hover': { color: tokens.text.primary },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
    '@media (pointer: coarse)': { width: '44px' },
  },
});

export interface FieldRowProps {
  readonly field: RankedField;
  /** Row height in px. */
  readonly height: number;
  /** Position among all fields, counted from 1. */
  readonly place: number;
  readonly count: number;
  readonly total: number | undefined;
  /** True for the row that Tab reaches. */
  readonly reached: boolean;
  /** True while the keyboard moves to the current row, which may have to be mounted first. */
  readonly awaited: RefObject<boolean>;
  readonly pinned: boolean;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onPin: (pinned: boolean) => void;
  readonly onReach: () => void;
  /** Content below the row while it is open. */
  readonly children: (field: RankedField) => ReactNode;
}

/**
 * Renders a row of a field: its type, name and share of the messages, with statistics below; menu and pin appear on
 * hover.
 */
export function FieldRow(props: FieldRowProps) {
  const { field, height, reached, awaited, open, pinned, onOpen, onPin } = props;
  const styles = useStyles();
  const anchor = useRef<HTMLButtonElement>(null);
  const figuresId = useId();
  useEffect(() => {
    if (!reached || !awaited.current) return;
    awaited.current = false;
    anchor.current?.focus({ preventScroll: true });
  });
  const { name, type, inQuery } = field;
  const tabIndex = reached ? 0 : -1;
  const closedByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open || event.defaultPrevented) return;
    event.stopPropagation();
    onOpen(false);
    anchor.current?.focus();
  };
  return (
    <div role="listitem" aria-setsize={props.count} aria-posinset={props.place} onKeyDown={closedByKey}>
      <div
        data-field-row=""
        className={mergeClasses(styles.row, open && styles.opened)}
        style={{ height }}
        onFocus={props.onReach}
      >
        <button
          ref={anchor}
          type="button"
          tabIndex={tabIndex}
          className={mergeClasses(styles.field, !inQuery && styles.absent)}
          title={`${name} = ${fieldTypeText(type.type)}${reported(props)}`}
          aria-label={name}
          aria-description={fieldTypeText(type.type) + reported(props)}
          {...(inQuery ? { 'aria-expanded': open } : { 'aria-disabled': true })}
          {...(open && { 'aria-controls': figuresId })}
          onClick={() => inQuery && onOpen(!open)}
        >
          {fieldTypeIcon(type.type)}
          <MiddleText text={name} />
        </button>
        <Share {...props} />
        <button
          type="button"
          data-quiet=""
          tabIndex={tabIndex}
          className={styles.icon}
          aria-label={pinned ? texts.fields.unpin(name) : texts.fields.pin(name)}
          title={pinned ? texts.fields.unpin(name) : texts.fields.pin(name)}
          aria-pressed={pinned}
          onClick={() => {
            // Pinning moves the row in the list; it gets the focus once it is mounted at its new place.
            awaited.current = true;
            // Not every browser focuses a clicked button.
            props.onReach();
            onPin(!pinned);
          }}
        >
          {pinned ? <PinnedIcon /> : <PinIcon />}
        </button>
        {inQuery && <FieldMenu {...props} tabIndex={tabIndex} />}
      </div>
      {open && <div id={figuresId}>{props.children(field)}</div>}
    </div>
  );
}

function reported({ field: { inQuery, count }, total }: FieldRowProps): string {
  if (!inQuery) return ` (${texts.fields.notInQuery})`;
  if (total === undefined || count === undefined) return '';
  return ` ${texts.fields.inMessages(count.toLocaleString('en'), total.toLocaleString('en'))}`;
}

function Share({ field: { count, inQuery }, total }: FieldRowProps) {
  const styles = useStyles();
  if (!inQuery || total === undefined || count === undefined) return null;
  return (
    <span data-share="" className={styles.share}>
      {shareText(count, total)}
    </span>
  );
}

function FieldMenu({ field: { name, type }, tabIndex }: FieldRowProps & { readonly tabIndex: number }) {
  const styles = useStyles();
  const interactions = useFieldInteractions();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  if (!interactions) return null;
  return (
    <>
      <button
        ref={anchor}
        type="button"
        data-quiet=""
        tabIndex={tabIndex}
        className={styles.icon}
        aria-label={texts.fields.actionsOf(name)}
        title={texts.fields.actionsOf(name)}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MoreIcon />
      </button>
      {open && (
        <Float onFailed={() => setOpen(false)}>
          <ActionMenu
            anchor={anchor}
            subject={{ kind: 'field', field: name, type: type.type, decorated: false }}
            onClose={() => setOpen(false)}
          />
        </Float>
      )}
    </>
  );
}
