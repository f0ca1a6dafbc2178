/** The dialog with the short reference of the query language. A native dialog: modal and focus come with it. */
import { makeStyles } from '@griffel/react';
import { useEffect, useId, useRef } from 'react';
import { CloseIcon } from '../../kit/icons.js';
import { focusRing, radius, space, tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import { referenceTitle, type ReferenceSection } from './query-reference-texts.js';
import { QueryReference } from './query-reference.js';

const useStyles = makeStyles({
  dialog: {
    boxSizing: 'border-box',
    width: '600px',
    maxWidth: 'calc(100vw - 32px)',
    maxHeight: 'calc(100vh - 64px)',
    padding: 0,
    border: 'none',
    borderRadius: `${radius.dialog}px`,
    overflow: 'hidden',
    backgroundColor: tokens.surface.raised,
    boxShadow: tokens.shadow.dialog,
    color: tokens.text.primary,
    '::backdrop': { backgroundColor: tokens.surface.scrim },
    '@media (max-width: 479.98px)': { width: '100vw', maxWidth: '100vw', maxHeight: '100vh', borderRadius: 0 },
  },
  column: { display: 'flex', flexDirection: 'column', maxHeight: 'inherit' },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: `${space.xl}px ${space.xl}px ${space.xl}px ${space.x4}px`,
    borderBottom: `1px solid ${tokens.border.divider}`,
  },
  title: { ...type.dialogTitle, margin: 0 },
  close: {
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    padding: 0,
    border: 'none',
    borderRadius: `${radius.control}px`,
    backgroundColor: 'transparent',
    color: tokens.text.secondary,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': focusRing,
  },
  body: { overflowY: 'auto', padding: `${space.m}px ${space.xl}px ${space.xxl}px`, containerType: 'inline-size' },
});

export interface ReferenceDialogProps {
  readonly section: ReferenceSection['id'];
  readonly onClose: () => void;
}

export function ReferenceDialog({ section, onClose }: ReferenceDialogProps) {
  const styles = useStyles();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={styles.dialog}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        // Only the backdrop is the dialog itself; everything inside lies in a child.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.column}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {referenceTitle}
          </h2>
          <button type="button" className={styles.close} aria-label={texts.query.close} onClick={onClose}>
            <CloseIcon />
          </button>
        </div>
        <div className={styles.body} tabIndex={0} role="region" aria-labelledby={titleId}>
          <QueryReference section={section} />
        </div>
      </div>
    </dialog>
  );
}
