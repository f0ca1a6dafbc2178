/**
 * Renders the errors of a widget in place of its content; loaded with the first error, or in advance shortly after the
 * first result.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { SearchError } from '../../../api/contract/searches.js';
import { isGuest, useUsername } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { ErrorIcon, RetryIcon } from '../../kit/icons.js';
import { kitTexts } from '../../kit/texts.js';
import { tokens, type } from '../../kit/tokens.js';
import { guestErrors, guestTexts } from '../guest-errors.js';
import { laterTexts } from '../later-texts.js';
import { errorTexts } from './error-texts.js';

const narrow = '@container widget (max-width: 359.98px)';

const useStyles = makeStyles({
  /** The button stays visible beside the errors in a widget of any size, and the errors scroll. */
  root: {
    display: 'flex',
    flexShrink: 1,
    minHeight: 0,
    gap: '8px',
    padding: '4px 12px',
    color: tokens.text.primary,
    ...type.body,
  },
  quiet: { padding: '4px 12px', color: tokens.text.secondary, ...type.body },
  icon: { flexShrink: 0, color: tokens.status.danger.icon, fontSize: '16px', lineHeight: 0, paddingTop: '2px' },
  body: { flexGrow: 1, minWidth: 0, overflowY: 'auto', overflowWrap: 'anywhere' },
  title: { color: tokens.status.danger.text, fontWeight: 600 },
  /** A narrow widget has no room for the long title, so it shows the short one. */
  long: { [narrow]: { display: 'none' } },
  short: { display: 'none', [narrow]: { display: 'block' } },
  list: {
    marginTop: '4px',
    paddingLeft: '18px',
    '& > li': { listStyle: 'disc' },
    [narrow]: { marginTop: 0, paddingLeft: 0, '& > li': { listStyle: 'none' } },
  },
  retry: { flexShrink: 0 },
  /** The label stays for screen readers; the tooltip names the icon. */
  label: {
    [narrow]: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  },
});

export interface WidgetErrorsProps {
  readonly errors: readonly SearchError[];
  readonly onRetry?: (() => void) | undefined;
  /** Number of messages per page, for the text about the result window. */
  readonly pageSize: number;
}

export function WidgetErrors({ errors, onRetry, pageSize }: WidgetErrorsProps): ReactNode {
  const styles = useStyles();
  const guest = isGuest(useUsername());
  if (errors.every((error) => 'isShared' in error)) return <p className={styles.quiet}>{laterTexts.sharedAbove}</p>;
  const lines = errorTexts(guest ? guestErrors(errors) : errors, pageSize);
  // A widget that a guest's token does not permit stays refused, so another try cannot help.
  const isFinal = guest && errors.every((error) => 'isRefused' in error);
  return (
    <div role="alert" className={styles.root}>
      <span className={styles.icon}>
        <ErrorIcon />
      </span>
      {/* The list of errors can take the focus, so that it can be scrolled by keyboard. */}
      <div role="group" aria-label={guestTexts.notLoaded} tabIndex={0} className={styles.body}>
        {!guest && <p className={mergeClasses(styles.title, styles.long)}>{laterTexts.retrievalErrors}</p>}
        <p className={mergeClasses(styles.title, !guest && styles.short)}>{guestTexts.notLoaded}</p>
        {lines.length === 1 ? (
          <p>{lines[0]}</p>
        ) : (
          <ul className={styles.list}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      {onRetry && !isFinal && (
        <span className={styles.retry}>
          <Button size="small" icon={<RetryIcon />} title={kitTexts.tryAgain} onClick={onRetry}>
            <span className={styles.label}>{kitTexts.tryAgain}</span>
          </Button>
        </span>
      )}
    </div>
  );
}
