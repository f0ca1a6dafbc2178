import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../../api/failures.js';
import { useTrouble } from '../element/host-context.js';
import { Button } from './button.js';
import { ErrorIcon, RetryIcon } from './icons.js';
import { useSaidAbove } from './said-above.js';
import { kitTexts } from './texts.js';
import { tokens, type } from './tokens.js';

const useStyles = makeStyles({
  root: { display: 'flex', gap: '8px', padding: '12px', color: tokens.text.primary, ...type.body },
  quiet: { color: tokens.text.secondary },
  icon: { flexShrink: 0, color: tokens.status.danger.icon, fontSize: '16px', lineHeight: 0, paddingTop: '1px' },
  body: { minWidth: 0, flexGrow: 1 },
  title: { color: tokens.status.danger.text, fontWeight: 600, overflowWrap: 'anywhere' },
  list: { marginTop: '6px', paddingLeft: '18px', '& > li': { listStyle: 'disc', overflowWrap: 'anywhere' } },
  action: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '10px' },
});

export interface ErrorPanelProps {
  /** Title of the failure, with the wording of the specs. */
  readonly title: string;
  /** Messages of the server or the library, one line each. */
  readonly errors?: readonly string[];
  /** Called by the button "Try again"; absent: there is no such button, because nothing is read again. */
  readonly onRetry?: () => void;
  /** Further buttons, after "Try again". */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * Reports to the host page the failure of the query whose reason the calling component shows. A reason that belongs to
 * no failed query, such as that of a form, is not reported.
 */
export function useFailedAnswer(reason: string | undefined): void {
  const cache = useQueryClient().getQueryCache();
  // Some pages show the reason after a text of their own, so only the end of the text is compared.
  const failed = cache.getAll().find(({ state: { error } }) => error !== null && reason?.endsWith(reasonOf(error)));
  useTrouble(failed?.state.error);
}

/**
 * Renders an error as a part of the page: icon, title, list of messages and a button "Try again". During an outage
 * whose reason `OutageLine` already shows, a short note replaces an error with the same reason, because the content is
 * read again after the outage. An error without "Try again", such as that of a form, stays: nobody repeats a failed
 * save.
 */
export function ErrorPanel({ title, errors = [], onRetry, actions, children }: ErrorPanelProps): ReactNode {
  const styles = useStyles();
  useFailedAnswer(errors[0]);
  const said = useSaidAbove(errors[0]);
  if (said && onRetry) return <p className={mergeClasses(styles.root, styles.quiet)}>{kitTexts.shownLater}</p>;
  return (
    <div role="alert" className={styles.root}>
      <span className={styles.icon}>
        <ErrorIcon />
      </span>
      <div className={styles.body}>
        <p className={styles.title}>{title}</p>
        {errors.length > 0 && (
          <ul className={styles.list}>
            {[...new Set(errors)].map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        )}
        {children}
        {(onRetry || actions) && (
          <div className={styles.action}>
            {onRetry && (
              <Button size="small" icon={<RetryIcon />} onClick={onRetry}>
                {kitTexts.tryAgain}
              </Button>
            )}
            {actions}
          </div>
        )}
      </div>
    </div>
  );
}
