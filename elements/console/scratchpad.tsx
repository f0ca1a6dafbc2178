/**
 * Renders the scratchpad: notes in a floating window above the page, stored in this browser (spec 3 §2.1, §4;
 * screens/dashboards-sharing-alerts.md §13). The page underneath stays usable. On a phone the window has the full
 * width.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { createActor } from 'xstate';
import {
  fittingPlace,
  fittingSize,
  isPhone,
  readPad,
  scratchpadMachine,
  sizeAt,
  usualSize,
  type Pad,
  type Size,
} from '../../machines/scratchpad.js';
import { useUsername } from '../element/connection-context.js';
import { useEnvironment } from '../element/environment.js';
import { Alert } from '../kit/alert.js';
import { Button } from '../kit/button.js';
import { copyText } from '../kit/copy-button.js';
import { useConfirm } from '../kit/feedback.js';
import { IconButton } from '../kit/icon-button.js';
import { CheckIcon, CloseIcon, CopyIcon, DeleteIcon, HandleIcon, HelpIcon, WarningIcon } from '../kit/icons.js';
import { Tooltip } from '../kit/tooltip.js';
import { focusRing, radius, tokens, type, weight, zIndex } from '../kit/tokens.js';
import { scratchpadKey } from './scratchpad-key.js';
import { storedPad, storePad } from './scratchpad-store.js';
import { texts } from './scratchpad-texts.js';
import { stepOf, useBoxDrag, type Box } from './use-box-drag.js';

const useStyles = makeStyles({
  window: {
    position: 'fixed',
    zIndex: zIndex.floatingWindow,
    display: 'flex',
    flexDirection: 'column',
    overflow: 'hidden',
    border: `1px solid ${tokens.border.default}`,
    borderRadius: `${radius.popover}px`,
    backgroundColor: tokens.surface.raised,
    color: tokens.text.primary,
    boxShadow: tokens.shadow.float,
  },
  phone: {
    left: '0',
    right: '0',
    bottom: '0',
    width: '100%',
    height: 'min(400px, 70dvh)',
    borderRadius: `${radius.popover}px ${radius.popover}px 0 0`,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    flexShrink: 0,
    height: '40px',
    padding: '0 6px 0 8px',
    borderBottom: `1px solid ${tokens.border.divider}`,
    userSelect: 'none',
  },
  drags: { cursor: 'move', touchAction: 'none' },
  title: { ...type.control, flexGrow: 1, margin: 0, fontWeight: weight.semibold },
  handle: {
    display: 'grid',
    placeItems: 'center',
    width: '24px',
    height: '28px',
    borderRadius: '4px',
    fontSize: '16px',
    color: tokens.text.tertiary,
    cursor: 'move',
    ':focus-visible': focusRing,
  },
  warning: { flexShrink: 0, padding: '8px 8px 0' },
  area: {
    flexGrow: 1,
    minHeight: 0,
    width: '100%',
    resize: 'none',
    border: 'none',
    outlineStyle: 'none',
    padding: '10px 12px',
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    ...type.log,
    ':focus-visible': { boxShadow: `inset 0 0 0 2px ${tokens.focus.outer}`, outlineStyle: 'none' },
  },
  foot: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    padding: '6px 20px 6px 8px',
    borderTop: `1px solid ${tokens.border.divider}`,
  },
  help: {
    display: 'grid',
    placeItems: 'center',
    width: '24px',
    height: '24px',
    borderRadius: '4px',
    fontSize: '16px',
    color: tokens.text.tertiary,
    ':focus-visible': focusRing,
  },
  status: {
    ...type.caption,
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    flexGrow: 1,
    minWidth: 0,
    color: tokens.text.secondary,
    '& > svg': { flexShrink: 0, fontSize: '14px' },
  },
  corner: {
    position: 'absolute',
    right: '0',
    bottom: '0',
    width: '18px',
    height: '18px',
    cursor: 'nwse-resize',
    touchAction: 'none',
    borderRadius: '4px',
    color: tokens.text.tertiary,
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
    // An inline SVG is aligned with the text baseline, so the icon of the resize handle would not touch the corner.
    '& > svg': { display: 'block' },
  },
});

export interface ScratchpadProps {
  readonly username: string;
  /** True when the scratchpad was opened now and not in an earlier visit; then its text gets the focus. */
  readonly focused: boolean;
  /** Reference that receives the function with which the parent closes the scratchpad. */
  readonly closer?: RefObject<(() => void) | null>;
  readonly onClose: () => void;
}

const roomOf = (): Size => ({ width: window.innerWidth, height: window.innerHeight });

/** Returns the position and the size of the scratchpad in px, adjusted so that it fits into the window. */
function boxOf(pad: Pad, room: Size): Box {
  const size = fittingSize(pad.size, room);
  return { ...fittingPlace(pad.position, size, room), ...size };
}

/** Runs the machine of a user's notes: its initial state is read from storage, and changes are stored. */
function usePad(username: string) {
  const [actor] = useState(() =>
    createActor(scratchpadMachine, { input: { pad: storedPad(username), room: roomOf() } }),
  );
  useEffect(() => {
    const kept = actor.on('kept', ({ pad }) => actor.send({ type: 'keeping.ended', done: storePad(username, pad) }));
    actor.start();
    const changedRoom = (): void => actor.send({ type: 'room.changed', room: roomOf() });
    const changedStore = ({ key, newValue }: StorageEvent): void => {
      if (key !== scratchpadKey(username)) return;
      try {
        actor.send({ type: 'stored', pad: readPad(JSON.parse(newValue ?? 'null')) });
      } catch {
        // A stored value that is not JSON was not written by a scratchpad and is ignored.
      }
    };
    /** Stores the notes when the component is unmounted or the page is left, unless the scratchpad was closed. */
    const last = (): void => {
      const { pad } = actor.getSnapshot().context;
      if (pad.opened) storePad(username, pad);
    };
    window.addEventListener('resize', changedRoom);
    window.addEventListener('storage', changedStore);
    window.addEventListener('pagehide', last);
    return () => {
      window.removeEventListener('resize', changedRoom);
      window.removeEventListener('storage', changedStore);
      window.removeEventListener('pagehide', last);
      last();
      kept.unsubscribe();
      actor.stop();
    };
  }, [actor, username]);
  return actor;
}

export function Scratchpad({ username, focused, closer, onClose }: ScratchpadProps): ReactNode {
  const styles = useStyles();
  const { float } = useEnvironment();
  const confirm = useConfirm();
  const actor = usePad(username);
  // The scratchpad is hidden while nobody is signed in, so that others cannot read the notes after the session has
  // ended.
  const signedIn = useUsername() !== null;
  const { pad, room, hint, unkept } = useSelector(actor, ({ context }) => context);
  const [copyByHand, setCopyByHand] = useState('');
  const own = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const phone = isPhone(room);
  const box = boxOf(pad, room);

  const begin = useEffectEvent(() => {
    if (focused) area.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    begin();
  }, []);

  const movedBy = (from: Box, x: number, y: number): Box => ({
    ...from,
    ...fittingPlace({ left: from.left + x, top: from.top + y }, from, room),
  });
  const sizedBy = (from: Box, x: number, y: number): Box => ({
    ...from,
    ...sizeAt(from, { width: from.width + x, height: from.height + y }, room),
  });
  const move = ({ left, top }: Box): void => actor.send({ type: 'moved', position: { left, top } });
  const resize = ({ left, top, width, height }: Box): void => {
    actor.send({ type: 'moved', position: { left, top } });
    actor.send({ type: 'resized', size: { width, height } });
  };
  const moving = useBoxDrag(own, box, movedBy, move);
  const sizing = useBoxDrag(own, box, sizedBy, resize);
  const step = (changed: typeof movedBy, commit: typeof move) => (event: KeyboardEvent) => {
    const by = stepOf(event);
    if (!by) return;
    event.preventDefault();
    // Key events may arrive faster than React renders, so the current state is read from the machine.
    const { context } = actor.getSnapshot();
    commit(changed(boxOf(context.pad, context.room), ...by));
  };

  const close = (): void => {
    actor.send({ type: 'closed' });
    onClose();
  };
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!closer) return undefined;
    closer.current = () => closeNow();
    return () => {
      closer.current = null;
    };
  }, [closer]);
  const copy = async (): Promise<void> => {
    area.current?.focus();
    area.current?.select();
    const outcome = await copyText(pad.value);
    setCopyByHand(outcome);
    actor.send({ type: 'copied', done: outcome === texts.hints.copied });
  };
  const clear = async (): Promise<void> => {
    if (!(await confirm({ title: texts.clearTitle, text: texts.clearText, confirm: texts.clear, danger: true })))
      return;
    actor.send({ type: 'cleared' });
    area.current?.focus();
  };
  const hintText = hint === undefined ? '' : hint === 'notCopied' ? copyByHand : texts.hints[hint];
  const nothing = pad.value === '';
  return createPortal(
    <div
      ref={own}
      role="dialog"
      aria-label={texts.title}
      hidden={!signedIn}
      className={mergeClasses(styles.window, phone && styles.phone)}
      style={phone ? undefined : { ...box }}
      onKeyDown={(event) => {
        // Typing in the scratchpad must not trigger keyboard shortcuts of the page.
        event.stopPropagation();
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        close();
      }}
    >
      <div className={mergeClasses(styles.head, !phone && styles.drags)} {...(phone ? {} : moving)}>
        {!phone && (
          <button
            type="button"
            className={styles.handle}
            aria-label={texts.move}
            title={texts.moveHelp}
            onKeyDown={step(movedBy, move)}
          >
            <HandleIcon />
          </button>
        )}
        <h2 className={styles.title}>{texts.title}</h2>
        <span data-no-drag="">
          <IconButton size="small" quiet label={texts.close} icon={<CloseIcon />} onClick={close} />
        </span>
      </div>
      {!pad.securityConfirmed && (
        <div className={styles.warning}>
          <Alert
            kind="warning"
            action={
              <Button size="small" onClick={() => actor.send({ type: 'warning.confirmed' })}>
                {texts.confirm}
              </Button>
            }
          >
            {texts.warning}
          </Alert>
        </div>
      )}
      <textarea
        ref={area}
        className={styles.area}
        aria-label={texts.text}
        placeholder={texts.placeholder}
        spellCheck={false}
        value={pad.value}
        onChange={(event) => actor.send({ type: 'typed', value: event.target.value })}
      />
      <div className={styles.foot}>
        <Tooltip content={texts.help} relationship="label">
          <span className={styles.help} role="img" tabIndex={0} aria-label={texts.help}>
            <HelpIcon />
          </span>
        </Tooltip>
        <span className={styles.status} role="status">
          {unkept ? (
            <>
              <WarningIcon primaryFill={tokens.status.warning.icon} />
              {texts.unkept}
            </>
          ) : (
            hintText !== '' && (
              <>
                {hint !== 'notCopied' && <CheckIcon />}
                {hintText}
              </>
            )
          )}
        </span>
        <Button
          size="small"
          icon={<CopyIcon />}
          disabled={nothing}
          {...(nothing && { disabledReason: texts.nothing })}
          onClick={() => void copy()}
        >
          {texts.copy}
        </Button>
        <Button
          size="small"
          icon={<DeleteIcon />}
          disabled={nothing}
          {...(nothing && { disabledReason: texts.nothing })}
          onClick={() => void clear()}
        >
          {texts.clear}
        </Button>
        {!phone && (
          <button
            type="button"
            className={styles.corner}
            aria-label={texts.resize}
            title={texts.resizeHelp}
            {...sizing}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                resize({ ...box, ...usualSize });
              } else step(sizedBy, resize)(event);
            }}
          >
            <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
              <path d="M15 7 7 15M15 12l-3 3" stroke="currentColor" fill="none" />
            </svg>
          </button>
        )}
      </div>
    </div>,
    float,
  );
}
