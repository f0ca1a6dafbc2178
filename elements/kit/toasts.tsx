import { makeStyles } from '@griffel/react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useEnvironment } from '../element/environment.js';
import { errorToastMs, toastMs, type Toast, type ToastKind } from './feedback.js';
import { IconButton } from './icon-button.js';
import { CloseIcon, ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons.js';
import { kitTexts } from './texts.js';
import { easing, tokens, type } from './tokens.js';

const useStyles = makeStyles({
  list: {
    position: 'absolute',
    right: '16px',
    bottom: '16px',
    zIndex: 1070,
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    width: 'min(360px, calc(100% - 32px))',
    pointerEvents: 'none',
    // On phones, where dialogs fill the screen, toasts are shown above the buttons of a dialog.
    '@media (max-width: 479.98px)': { bottom: '80px' },
  },
  toast: {
    display: 'flex',
    gap: '10px',
    padding: '10px 8px 12px 14px',
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.raised,
    color: tokens.text.primary,
    boxShadow: tokens.shadow.float,
    pointerEvents: 'auto',
    ...type.body,
    animationName: { from: { opacity: 0, transform: 'translateY(8px)' }, to: { opacity: 1, transform: 'none' } },
    animationDuration: tokens.duration.toast,
    animationTimingFunction: easing.enter,
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
    '& > svg': { flexShrink: 0, marginTop: '5px', fontSize: '16px' },
  },
  body: { flexGrow: 1, minWidth: 0, paddingTop: '4px', overflowWrap: 'anywhere', maxHeight: '40vh', overflowY: 'auto' },
  title: { ...type.cardTitle },
  text: { color: tokens.text.secondary },
});

const glyphs = {
  success: { Icon: SuccessIcon, color: tokens.status.success.icon },
  info: { Icon: InfoIcon, color: tokens.status.info.icon },
  warning: { Icon: WarningIcon, color: tokens.status.warning.icon },
  error: { Icon: ErrorIcon, color: tokens.status.danger.icon },
} satisfies Record<ToastKind, unknown>;

export interface ToastsProps {
  readonly toasts: readonly Toast[];
  readonly onDismiss: (id: number) => void;
}

/** Shows the toasts of an element at the lower right of the element's visible part. */
export function Toasts({ toasts, onDismiss }: ToastsProps): ReactNode {
  const styles = useStyles();
  const { notes } = useEnvironment();
  return createPortal(
    <div className={styles.list} role="region" aria-label={kitTexts.notifications}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} />
      ))}
    </div>,
    notes,
  );
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }): ReactNode {
  const styles = useStyles();
  const { Icon, color } = glyphs[toast.kind];
  // True while the toast is hovered or focused; it does not disappear then.
  const [held, setHeld] = useState(false);
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismiss(), toast.kind === 'error' ? errorToastMs : toastMs);
    return () => clearTimeout(timer);
  }, [held, toast.kind]);
  return (
    <div
      className={styles.toast}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon primaryFill={color} />
      <div className={styles.body}>
        <p className={styles.title}>{toast.title}</p>
        <div className={styles.text}>{toast.text}</div>
      </div>
      <IconButton label={kitTexts.close} icon={<CloseIcon />} size="small" quiet onClick={onDismiss} />
    </div>
  );
}
