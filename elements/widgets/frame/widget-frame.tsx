import { makeStyles, mergeClasses } from '@griffel/react';
import { createContext, useContext, useId, type ReactNode } from 'react';
import { Spinner } from '../../kit/spinner.js';
import { tokens, type } from '../../kit/tokens.js';
import type { WidgetProps } from '../faces.js';
import { texts } from '../texts.js';
import { WidgetTitle } from './widget-title.js';

export interface WidgetFrameProps extends Pick<
  WidgetProps,
  'title' | 'executing' | 'queuedSeconds' | 'actions' | 'onTitleChange' | 'footer' | 'chrome'
> {
  /** Secondary text at the right of the header, such as a count; unlike the actions, it is always visible. */
  readonly aside?: ReactNode;
  /**
   * True if users interact with `aside`: the actions do not cover it, and are hidden when there is no room for both.
   */
  readonly asideInUse?: boolean;
  readonly children: ReactNode;
}

/** True where widgets are read-only on a wall display: they show no actions (screens/search.md §0 "interactive"). */
export const StillWidgetsContext = createContext(false);

/** Content that the grid adds at the left of the header: the handle that moves the widget. */
export const WidgetHandleContext = createContext<ReactNode>(undefined);

/**
 * Position of the widget among those of the page with the same title, such as "1 of 2", which screen readers read after
 * the title, because each region needs a name of its own; undefined: no other widget has the title.
 */
export const WidgetOrderContext = createContext<string | undefined>(undefined);

const narrow = '@container widget (max-width: 479.98px)';

const queuedOver = {
  position: 'absolute',
  left: '50%',
  zIndex: 1,
  transform: 'translateX(-50%)',
  maxWidth: 'calc(100% - 16px)',
  padding: '2px 8px',
  border: `1px solid ${tokens.border.default}`,
  borderRadius: tokens.radius.control,
  backgroundColor: tokens.surface.raised,
} as const;

const useStyles = makeStyles({
  frame: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    width: '100%',
    height: '100%',
    minWidth: 0,
    minHeight: 0,
    backgroundColor: tokens.surface.card,
    containerType: 'inline-size',
    containerName: 'widget',
  },
  card: { border: `1px solid ${tokens.border.subtle}`, borderRadius: tokens.radius.card, overflow: 'clip' },
  header: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    height: '36px',
    '@media (pointer: coarse)': { height: '44px' },
    flexShrink: 0,
    /** The handle has its own padding; narrow grids have no handle. */
    paddingLeft: 'var(--lc-grid-head, 6px)',
    paddingRight: '8px',
    '&:hover .lc-widget-actions, &:focus-within .lc-widget-actions': { opacity: 1 },
    // The action buttons are hidden while the title is being edited, because they would cover it.
    '&:has(> input) .lc-widget-actions': { visibility: 'hidden' },
  },
  /** The queue mark, which stays legible when there is little room. */
  queued: {
    display: 'inline-flex',
    gap: '4px',
    minWidth: '40px',
    color: tokens.text.secondary,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    ...type.caption,
  },
  queuedText: { overflow: 'hidden', textOverflow: 'ellipsis' },
  /** Without a header, the queue mark overlays the previous result or the skeleton. */
  queuedBare: { ...queuedOver, top: '8px' },
  /** The queue mark is beside the title if there is room for both, otherwise it overlays the content. */
  queuedBeside: { flexShrink: 1000, [narrow]: { ...queuedOver, top: '44px' } },
  unmovable: { paddingLeft: '12px' },
  gap: { flexGrow: 1, minWidth: '8px' },
  aside: { ...type.cardTitle, fontVariantNumeric: 'tabular-nums', paddingRight: '4px', whiteSpace: 'nowrap' },
  /** Box without width, whose content overlays the elements at its left. */
  over: {
    display: 'flex',
    justifyContent: 'flex-end',
    width: 0,
    '@media (hover: none)': { width: 'auto', order: 1 },
  },
  /** The actions overlay the end of the title, so that the title has the whole width while no actions are shown. */
  actions: {
    position: 'relative',
    display: 'flex',
    flexShrink: 0,
    paddingLeft: '20px',
    // A title that continues below the actions fades out instead of being cut within a letter.
    backgroundImage: `linear-gradient(to right, transparent, ${tokens.surface.card} 20px)`,
    opacity: 0,
    transitionProperty: 'opacity',
    transitionDuration: tokens.duration.hover,
    '@media (hover: none)': { opacity: 1, paddingLeft: '8px' },
  },
  beside: { width: 'auto', order: 1, [narrow]: { display: 'none' } },
  shown: { opacity: 1, paddingLeft: '8px' },
  /** Footer on a wall display, in the header beside the title, because charts need the height. */
  still: {
    color: tokens.text.secondary,
    whiteSpace: 'nowrap',
    paddingRight: '4px',
    ...type.caption,
    '@container widget (max-width: 319.98px)': { display: 'none' },
  },
  body: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0, position: 'relative' },
  footer: {
    display: 'flex',
    justifyContent: 'flex-end',
    height: '24px',
    flexShrink: 0,
    alignItems: 'center',
    paddingLeft: '12px',
    paddingRight: '12px',
    color: tokens.text.tertiary,
    ...type.caption,
  },
});

/**
 * Renders the card of a widget: header with handle, title, spinner and actions, the body, and an optional footer
 * (screens/search.md §6).
 */
export function WidgetFrame(props: WidgetFrameProps) {
  const styles = useStyles();
  const titleId = useId();
  const orderId = useId();
  const handle = useContext(WidgetHandleContext);
  const order = useContext(WidgetOrderContext);
  const still = useContext(StillWidgetsContext);
  const bare = props.chrome === 'bare';
  const queued = props.executing && props.queuedSeconds !== undefined && (
    <span
      className={mergeClasses(styles.queued, bare ? styles.queuedBare : styles.queuedBeside)}
      title={`${texts.queued} ${texts.queuedFor(props.queuedSeconds)}`}
      // The queue mark of a header is hidden from screen readers, which would otherwise announce the count every
      // second; the spinner beside it has the label.
      aria-hidden={!bare || undefined}
    >
      <span className={styles.queuedText}>{texts.queued}</span>
      <span>{texts.queuedFor(props.queuedSeconds)}</span>
    </span>
  );
  return (
    <section
      className={mergeClasses(styles.frame, !bare && styles.card)}
      aria-labelledby={bare ? undefined : order === undefined ? titleId : `${titleId} ${orderId}`}
      aria-label={bare ? props.title : undefined}
      aria-busy={props.executing}
    >
      {!bare && (
        <header className={mergeClasses(styles.header, !handle && styles.unmovable)}>
          {handle}
          <WidgetTitle id={titleId} title={props.title} onChange={props.onTitleChange} />
          {order !== undefined && (
            <span id={orderId} hidden>
              {order}
            </span>
          )}
          {props.executing && <Spinner size={14} {...(queued && { label: texts.queued })} />}
          {queued}
          <span className={styles.gap} />
          {still && props.footer !== undefined && <footer className={styles.still}>{props.footer}</footer>}
          {!still && (
            <span className={mergeClasses(styles.over, props.asideInUse && styles.beside)}>
              <span className={mergeClasses(styles.actions, props.asideInUse && styles.shown, 'lc-widget-actions')}>
                {props.actions}
              </span>
            </span>
          )}
          {props.aside !== undefined && <span className={styles.aside}>{props.aside}</span>}
        </header>
      )}
      <div className={styles.body}>
        {props.children}
        {bare && queued}
      </div>
      {!still && props.footer !== undefined && <footer className={styles.footer}>{props.footer}</footer>}
    </section>
  );
}
