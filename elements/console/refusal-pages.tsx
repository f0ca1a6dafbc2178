/** Renders pages for answers of the server with HTTP status 404 or 403 (spec 3 §2.5); they are loaded on demand. */
import type { ReactNode } from 'react';
import { MissingStreamPermission, type Forbidden } from '../../api/failures.js';
import { useHasRoute } from '../element/routes-context.js';
import { Button } from '../kit/button.js';
import { LockIcon, SearchIcon } from '../kit/icons.js';
import { Link } from '../kit/link.js';
import { useStatusTitle } from './document-title.js';
import { Lines } from './lines.js';
import { StatusPage } from './status-page.js';
import { laterTexts } from './later-texts.js';

export function NotFoundPage({ onSearch }: { readonly onSearch?: () => void }) {
  useStatusTitle(laterTexts.notFound.title);
  return (
    <StatusPage title={laterTexts.notFound.title} icon={<SearchIcon />}>
      <p>{laterTexts.notFound.text}</p>
      {onSearch && (
        <div>
          <Button onClick={onSearch}>{laterTexts.notFound.action}</Button>
        </div>
      )}
    </StatusPage>
  );
}

/** Shows the streams that the user may not read, or the refused request with the server's reason. */
export function DeniedPage({ error }: { readonly error: Forbidden }) {
  const streams = error instanceof MissingStreamPermission ? error.streams : [];
  if (streams.length > 0) return <MissingStreamsPage streams={streams} />;
  return <MissingPermissionsPage path={`${error.method} ${error.url}`} reason={error.serverMessage} />;
}

function MissingStreamsPage({ streams }: { readonly streams: readonly string[] }): ReactNode {
  useStatusTitle(laterTexts.streams.title);
  return (
    <StatusPage title={laterTexts.streams.title} icon={<LockIcon />}>
      <p>{laterTexts.streams.text}</p>
      <Lines lines={streams} />
    </StatusPage>
  );
}

export interface MissingPermissionsProps {
  /** Request or page that was refused. */
  readonly path: string;
  /** Reason that the server gave for the refusal. */
  readonly reason?: string | undefined;
}

export function MissingPermissionsPage({ path, reason }: MissingPermissionsProps): ReactNode {
  const hasRoute = useHasRoute();
  useStatusTitle(laterTexts.permissions.title);
  return (
    <StatusPage title={laterTexts.permissions.title} icon={<LockIcon />}>
      <p>{laterTexts.permissions.text}</p>
      <p>{laterTexts.permissions.path}</p>
      <Lines lines={reason ? [path, reason] : [path]} />
      {hasRoute('/welcome') && (
        <p>
          <Link route="/welcome">{laterTexts.permissions.welcome}</Link>
        </p>
      )}
    </StatusPage>
  );
}
