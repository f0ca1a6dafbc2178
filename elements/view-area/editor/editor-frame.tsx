/**
 * Renders the layout of a widget editor in one card: the form at the left, the preview at full size at the right; in a
 * narrow container the parts are in one column.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../kit/button.js';
import { space, tokens, type, zIndex } from '../../kit/tokens.js';
import { uncovered } from '../../kit/uncovered.js';
import { texts } from './texts.js';

const narrow = '@container (max-width: 899.98px)';

/** Height in px of the bar of buttons that sticks to the lower edge of a narrow page: facts, a button, and padding. */
const barPx = 88;
/** CSS padding beside the buttons at the end of a narrow page, where the console's back-to-top button floats. */
const besideWayUp = 'max(12px, var(--lc-page-foot, 0px) * 2)';

/** Style of the parts of a narrow editor above the bar of buttons. */
const aboveBar = uncovered({ bottom: `${barPx}px` });

const useStyles = makeStyles({
  frame: {
    display: 'grid',
    gridTemplateColumns: '412px minmax(0, 1fr)',
    gridTemplateRows: 'minmax(0, 1fr) auto',
    // The page's footer stays visible; only the form scrolls.
    height: 'calc(100dvh - 221px - var(--lc-page-foot, 0px))',
    minHeight: '560px',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    overflow: 'clip',
    outlineStyle: 'none',
    backgroundColor: tokens.surface.card,
    [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'none', height: 'auto', minHeight: 0 },
  },
  /** Height of an editor that has only the title row above it. */
  tall: { height: 'calc(100dvh - 157px - var(--lc-page-foot, 0px))', [narrow]: { height: 'auto' } },
  form: {
    minHeight: 0,
    overflowY: 'auto',
    borderRight: `1px solid ${tokens.border.subtle}`,
    backgroundColor: tokens.surface.subtle,
    [narrow]: {
      order: 2,
      borderRight: 'none',
      borderTop: `1px solid ${tokens.border.subtle}`,
      ...aboveBar,
    },
  },
  formFoot: {
    gridColumn: 1,
    padding: `${space.xl}px`,
    borderTop: `1px solid ${tokens.border.subtle}`,
    borderRight: `1px solid ${tokens.border.subtle}`,
    [narrow]: { order: 3, borderRight: 'none', ...aboveBar },
  },
  preview: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    minWidth: 0,
    [narrow]: { order: 1, height: '360px', ...aboveBar },
  },
  head: { flexShrink: 0, borderBottom: `1px solid ${tokens.border.subtle}` },
  /** The result has no border, because the editor frame is already a card. */
  result: { flexGrow: 1, minHeight: 0, minWidth: 0, '& > section': { border: 'none', borderRadius: 0 } },
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.m}px`,
    gridColumn: 2,
    padding: `${space.xl}px`,
    borderTop: `1px solid ${tokens.border.subtle}`,
    [narrow]: {
      order: 4,
      gridColumn: 1,
      position: 'sticky',
      bottom: 0,
      zIndex: zIndex.stickyCell,
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      rowGap: `${space.xs}px`,
      padding: `${space.m}px ${besideWayUp} ${space.m}px ${space.xl}px`,
      backgroundColor: tokens.surface.card,
    },
  },
  facts: { ...type.caption, flexGrow: 1, color: tokens.text.tertiary, [narrow]: { minWidth: '200px' } },
});

export interface EditorFrameProps {
  /** Accessible name of the editor. */
  readonly label: string;
  readonly form: ReactNode;
  readonly formFoot?: ReactNode;
  /** Content above the preview: the query row of a dashboard widget. */
  readonly head?: ReactNode;
  readonly preview: ReactNode;
  /** Facts about the result, such as rows and duration. */
  readonly facts?: ReactNode;
  readonly buttons: ReactNode;
}

export function EditorFrame({ label, form, formFoot, head, preview, facts, buttons }: EditorFrameProps) {
  const styles = useStyles();
  const frame = useRef<HTMLElement>(null);
  // The button that opened the editor was removed together with the widgets, so the editor takes the focus, or the
  // control in it with which every edit begins.
  useEffect(() => {
    const first = frame.current?.querySelector<HTMLElement>('[data-autofocus]') ?? frame.current;
    first?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      ref={frame}
      tabIndex={-1}
      className={mergeClasses(styles.frame, head !== undefined && styles.tall)}
      aria-label={label}
    >
      <div className={styles.form}>{form}</div>
      <div className={styles.preview}>
        {head !== undefined && <div className={styles.head}>{head}</div>}
        <div className={styles.result}>{preview}</div>
      </div>
      <div className={styles.formFoot}>{formFoot}</div>
      <div className={styles.foot}>
        <span className={styles.facts}>{facts}</span>
        {buttons}
      </div>
    </section>
  );
}

export interface CancelOrUpdateProps {
  readonly onCancelled: () => void;
  readonly onApplied: () => void;
}

/** Renders the Cancel and Update buttons of an editor that applies every change immediately. */
export function CancelOrUpdate({ onCancelled, onApplied }: CancelOrUpdateProps): ReactNode {
  return (
    <>
      <Button onClick={onCancelled}>{texts.cancel}</Button>
      <Button appearance="primary" onClick={onApplied}>
        {texts.update}
      </Button>
    </>
  );
}
