/**
 * Renders the error pages of spec 3 §2.5 and the server-unavailable page of spec 1 §2. The module is loaded early,
 * because its pages must be available while the server does not answer.
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { ApiFailure, Forbidden, NotFound } from '../../api/failures.js';
import { Button } from '../kit/button.js';
import { ErrorIcon, RetryIcon } from '../kit/icons.js';
import { LoadingFailed, lazyPart } from '../kit/lazy-part.js';
import { Part } from '../kit/part.js';
import { Suspense } from '../kit/suspense.js';
import { tokens, type } from '../kit/tokens.js';
import { useStatusTitle } from './document-title.js';
import type { ErrorDetailsProps } from './error-details.js';
import { StatusPage } from './status-page.js';
import { texts } from './texts.js';

export { OutageLine } from '../kit/outage-line.js';

const loadRefusals = () => import('./refusal-pages.js');
export const NotFoundPage = lazyPart(
  () => loadRefusals().then(({ NotFoundPage: page }) => ({ NotFoundPage: page })),
  'NotFoundPage',
);
export const DeniedPage = lazyPart(
  () => loadRefusals().then(({ DeniedPage: page }) => ({ DeniedPage: page })),
  'DeniedPage',
);
export const MissingPermissionsPage = lazyPart(
  () => loadRefusals().then(({ MissingPermissionsPage: page }) => ({ MissingPermissionsPage: page })),
  'MissingPermissionsPage',
);

const ErrorDetails = lazyPart<'ErrorDetails', ErrorDetailsProps>(() => import('./error-details.js'), 'ErrorDetails');

const useStyles = makeStyles({
  details: {
    ...type.logSmall,
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: '12px',
    rowGap: '4px',
    margin: 0,
    padding: '12px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    color: tokens.text.primary,
    overflowWrap: 'anywhere',
  },
  term: { color: tokens.text.secondary },
  value: { margin: 0, whiteSpace: 'pre-wrap' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

/**
 * Renders the page in place of a page that failed: answers with the HTTP statuses 403 and 404 have their own pages, any
 * other failure shows the unknown-error page (spec 3 §8).
 */
export function FailurePage({
  error,
  componentStack,
  onSearch,
  onRetry,
}: {
  readonly error: unknown;
  /** React component stack of the failure. */
  readonly componentStack?: string | undefined;
  readonly onSearch?: () => void;
  /** Renders the failed page anew; absent: not offered. */
  readonly onRetry?: () => void;
}): ReactNode {
  if (error instanceof NotFound || error instanceof Forbidden) {
    return (
      <Suspense>
        {error instanceof NotFound ? <NotFoundPage {...(onSearch && { onSearch })} /> : <DeniedPage error={error} />}
      </Suspense>
    );
  }
  return <UnknownErrorPage error={error} componentStack={componentStack} onRetry={onRetry} />;
}

/** Returns a text for a thrown value; code of plug-ins may throw values other than errors. */
function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  try {
    return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error));
  } catch {
    return String(error);
  }
}

interface UnknownErrorProps extends ErrorDetailsProps {
  readonly onRetry: (() => void) | undefined;
}

function UnknownErrorPage({ error, componentStack, onRetry }: UnknownErrorProps) {
  const styles = useStyles();
  useStatusTitle(texts.failed.title);
  const [open, setOpen] = useState(false);
  // The module failed to load twice: the browser may cache the failure, or the server may now serve another version.
  const remembered = error instanceof LoadingFailed && error.again;
  return (
    <StatusPage title={texts.failed.title} icon={<ErrorIcon />}>
      <p>{error instanceof LoadingFailed ? texts.failed.load : texts.failed.render}</p>
      <p>{wordsOf(error)}</p>
      <div className={styles.actions}>
        {onRetry && !remembered && (
          <Button appearance="primary" icon={<RetryIcon />} onClick={onRetry}>
            {texts.failed.retry}
          </Button>
        )}
        {remembered && (
          <Button appearance="primary" icon={<RetryIcon />} onClick={() => window.location.reload()}>
            {texts.failed.reload}
          </Button>
        )}
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? texts.failed.less : texts.failed.more}
        </Button>
      </div>
      {open && (
        <Part>
          <ErrorDetails error={error} componentStack={componentStack} />
        </Part>
      )}
    </StatusPage>
  );
}

/** Covers the console while the server does not answer. */
export function UnavailablePage({ error }: { readonly error: unknown }) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const failure = error instanceof ApiFailure ? error : undefined;
  const rows: [string, string][] = [
    [texts.unavailable.message, error instanceof Error ? error.message : String(error ?? '')],
    [texts.unavailable.request, failure ? `${failure.method} ${failure.url}` : ''],
    [texts.unavailable.status, failure?.status ? String(failure.status) : ''],
    [texts.unavailable.full, error instanceof Error ? String(error) : ''],
  ];
  return (
    <StatusPage title={texts.unavailable.title} icon={<ErrorIcon />}>
      <p>{texts.unavailable.lead}</p>
      <p>{texts.unavailable.back}</p>
      <div>
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? texts.unavailable.fewer : texts.unavailable.details}
        </Button>
      </div>
      {open && (
        <>
          <p>{texts.unavailable.lastError}</p>
          <dl className={styles.details}>
            {rows
              .filter(([, value]) => value !== '')
              .map(([term, value]) => (
                <Row key={term} term={term} value={value} />
              ))}
          </dl>
        </>
      )}
    </StatusPage>
  );
}

function Row({ term, value }: { readonly term: string; readonly value: string }) {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.value}>{value}</dd>
    </>
  );
}
