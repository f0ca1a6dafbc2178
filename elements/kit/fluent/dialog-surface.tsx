import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface as FluentDialogSurface,
  DialogTitle,
} from '@fluentui/react-dialog';
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useRef, type ReactNode, type Ref } from 'react';
import { deepActiveElement } from '../../element/document-proxy.js';
import { isFocusLost } from '../../element/focus-keeper.js';
import { useIsAway } from '../../element/kept-page.js';
import type { DialogProps } from '../dialog.js';
import { IconButton } from '../icon-button.js';
import { CloseIcon } from '../icons.js';
import { OutageLine } from '../outage-line.js';
import { kitTexts } from '../texts.js';
import { tokens, type } from '../tokens.js';
import { FluentScope } from './fluent-scope.js';

const useStyles = makeStyles({
  backdrop: { backgroundColor: tokens.surface.scrim },
  surface: {
    display: 'flex',
    flexDirection: 'column',
    padding: '0',
    border: 'none',
    borderRadius: tokens.radius.popover,
    backgroundColor: tokens.surface.raised,
    color: tokens.text.primary,
    boxShadow: tokens.shadow.dialog,
    width: 'calc(100vw - 48px)',
    maxHeight: 'calc(100dvh - 48px)',
    overflow: 'hidden',
    '@media (max-width: 479.98px)': {
      maxWidth: 'none',
      width: '100vw',
      height: '100dvh',
      maxHeight: 'none',
      borderRadius: '0',
    },
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
  small: { maxWidth: '440px' },
  medium: { maxWidth: '600px' },
  large: { maxWidth: '960px' },
  body: { display: 'flex', flexDirection: 'column', gap: '0', maxHeight: 'inherit', minHeight: 0, flexGrow: 1 },
  title: { padding: '18px 56px 12px 20px', overflowWrap: 'anywhere', ...type.dialogTitle },
  close: { position: 'absolute', top: '16px', right: '16px' },
  content: {
    flexGrow: 1,
    margin: '0',
    padding: '4px 20px 20px',
    overflowY: 'auto',
    minHeight: 0,
    // The content may contain user-defined names, which may have long words.
    overflowWrap: 'break-word',
    // In a dialog that fills a small screen, the content is laid out as on a narrow page.
    '@media (max-width: 479.98px)': { containerType: 'inline-size' },
    ...type.control,
    // The outline is visible only while the text of the dialog itself has the keyboard focus.
    ':focus-visible': { outline: `2px solid ${tokens.focus.outer}`, outlineOffset: '-2px' },
  },
  footer: {
    display: 'flex',
    flexDirection: 'row',
    justifyContent: 'flex-end',
    gap: '8px',
    padding: '14px 20px',
    borderTop: `1px solid ${tokens.border.divider}`,
  },
});

/** Shows an open dialog, built on Fluent's dialog: title, content, footer and close button. */
export function DialogSurface(props: Omit<DialogProps, 'open'>): ReactNode {
  const { title, size = 'medium', onClose, onSubmit, footer, alert = false, children } = props;
  const styles = useStyles();
  const surface = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAway = useIsAway();
  const focused = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const own = surface.current;
    const starting = own?.querySelector<HTMLElement>('[data-autofocus]');
    // Fluent has focused the first control before this effect runs.
    starting?.focus();
    // A dialog without controls has the focus on its close button, where the arrow keys would not scroll the text, so
    // its text gets the focus instead. So does the text of a dialog whose content is loading, unless a control has
    // `data-autofocus`: keys that the user types too early must not press a button.
    const text = content.current;
    const active = deepActiveElement(document);
    const isLoading = !starting && text?.querySelector('[role=status]') && !text.contains(active);
    let isWaiting = false;
    if (text && (isLoading || active?.hasAttribute('data-close'))) {
      text.tabIndex = 0;
      text.focus();
      isWaiting = true;
    }
    const observer = new MutationObserver(() => {
      // Only a control of the loaded content takes the focus: Enter, pressed early, must not press a button of the
      // footer.
      const isIdle = isWaiting && deepActiveElement(document) === text;
      const late = isIdle && text?.querySelector<HTMLElement>('[data-autofocus]');
      if (late) late.focus();
      isWaiting &&= !late && text?.querySelector('[role=status]') != null;
      // When the focused control disappears and no other element takes the focus, the dialog takes the focus; otherwise
      // the keys Escape and Tab would not reach the dialog.
      setTimeout(() => isFocusLost(document) && own?.focus());
    });
    if (own) observer.observe(own, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isAway) return undefined;
    const left = focused.current;
    // `isAway` is true while the console hides the page, so this clean-up runs when the page is shown again. The timer
    // runs after Fluent has focused the first control, and returns the focus to the control that had it before.
    return () => void setTimeout(() => left?.focus());
  }, [isAway]);
  const inside = (
    <DialogBody className={styles.body}>
      <DialogTitle action={null} className={styles.title}>
        {title}
      </DialogTitle>
      <OutageLine />
      {/* Cast: the type of the slot is `Ref<never>` under React 19; at run time the ref gets the `div`. */}
      <DialogContent ref={content as Ref<never>} className={styles.content}>
        {children}
      </DialogContent>
      {footer !== undefined && <DialogActions className={styles.footer}>{footer}</DialogActions>}
      {/* The close button is last in the DOM, so that the focus starts in the content; CSS puts it in the corner. */}
      <span className={styles.close}>
        <IconButton data-close="" label={kitTexts.close} icon={<CloseIcon />} size="small" quiet onClick={onClose} />
      </span>
    </DialogBody>
  );
  return (
    <FluentScope>
      <Dialog
        open
        modalType={isAway ? 'non-modal' : alert ? 'alert' : 'modal'}
        onOpenChange={(_event, { open }) => !open && !isAway && onClose()}
      >
        <FluentDialogSurface
          // Cast: the type of the slot is `Ref<never>` under React 19; at run time the ref gets the `div`.
          ref={surface as Ref<never>}
          className={mergeClasses(styles.surface, styles[size])}
          // A click outside the dialog would take the focus away from it, and the Tab key would then reach the page
          // behind.
          backdrop={{ className: styles.backdrop, onMouseDown: (event) => event.preventDefault() }}
          onFocus={({ target }) => {
            if (target !== surface.current) focused.current = target;
          }}
          // Keys pressed inside the dialog must not trigger shortcuts of the page.
          onKeyDown={(event) => {
            if (alert && event.key === 'Escape') onClose();
            event.stopPropagation();
          }}
        >
          {onSubmit ? (
            <form
              className={styles.body}
              onSubmit={(event) => {
                event.preventDefault();
                event.stopPropagation();
                onSubmit();
              }}
            >
              {inside}
            </form>
          ) : (
            inside
          )}
        </FluentDialogSurface>
      </Dialog>
    </FluentScope>
  );
}
