import { makeStyles } from '@griffel/react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { tokens, type } from '../../kit/tokens.js';
import { panelWidth } from './detail-place.js';
import { OpenedMessage, type OpenedMessageProps } from './opened-message.js';
import { PanelEdge } from './panel-edge.js';
import { laterTableTexts } from './later-table-texts.js';

export interface DetailPanelProps extends Omit<OpenedMessageProps, 'beside'> {
  readonly id: string;
  /** Key of the displayed message. */
  readonly messageKey: string;
  /** True if the message is no longer in the list. */
  readonly gone: boolean;
  /** Width in px chosen by the user. */
  readonly width: number;
  /** Width in px of table and panel together. */
  readonly room: number;
  readonly onWidth: (width: number) => void;
  readonly onClose: () => void;
}

const useStyles = makeStyles({
  panel: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    boxSizing: 'border-box',
    minHeight: 0,
    borderLeft: `1px solid ${tokens.border.default}`,
    containerType: 'inline-size',
    containerName: 'widget',
    // The focus ring is drawn above the sticky bar of the details.
    ':has(> [role=region]:focus-visible)::after': {
      content: '""',
      position: 'absolute',
      zIndex: 3,
      inset: 0,
      border: `2px solid ${tokens.focus.outer}`,
      pointerEvents: 'none',
    },
  },
  scroll: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    overflowX: 'hidden',
    overflowAnchor: 'none',
    // A control that gets the focus is scrolled out from under the sticky bar of the details.
    scrollPaddingTop: '80px',
    backgroundColor: tokens.surface.card,
    ':focus-visible': { outlineStyle: 'none', boxShadow: 'none' },
  },
  gone: { margin: 0, padding: '6px 14px 0', color: tokens.text.secondary, ...type.caption },
});

/**
 * Renders the details of a message in a panel beside the table. J, K and the arrow keys show the next or previous
 * message, Escape closes the panel.
 */
export function DetailPanel(props: DetailPanelProps) {
  const { id, messageKey, gone, room, onWidth, ...opened } = props;
  const styles = useStyles();
  const panel = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const width = panelWidth(opened.width, room);
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0 });
  }, [messageKey]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    // React also passes on key events of menus and dialogs that are elsewhere in the DOM. These events are ignored.
    if (!event.currentTarget.contains(target)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      props.onClose();
      return;
    }
    const step = stepOf(event.key);
    if (step === undefined || target.matches('input, textarea, select')) return;
    const region = target.closest('[role=region], [role=tree]');
    if (event.key.startsWith('Arrow') && region !== scroll.current) return;
    event.preventDefault();
    (step === 1 ? props.onNext : props.onPrevious)?.();
    // The details of the next message may lack the focused element, so the panel gets the focus.
    scroll.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={panel} className={styles.panel} style={{ width }}>
      <PanelEdge panel={panel} panelId={id} width={width} room={room} onWidth={onWidth} onClose={props.onClose} />
      <div
        ref={scroll}
        id={id}
        role="region"
        aria-label={laterTableTexts.panel}
        tabIndex={0}
        className={styles.scroll}
        onKeyDown={onKeyDown}
      >
        {gone && (
          <p role="status" className={styles.gone}>
            {laterTableTexts.gone}
          </p>
        )}
        <OpenedMessage {...opened} beside />
      </div>
    </div>
  );
}

function stepOf(key: string): 1 | -1 | undefined {
  if (key === 'j' || key === 'J' || key === 'ArrowDown') return 1;
  return key === 'k' || key === 'K' || key === 'ArrowUp' ? -1 : undefined;
}
