/** What the server does not know or refuses, with 404 and 403 (spec 3 §2.5): it is there, so these pages come at first need. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { MissingStreamPermission, type Forbidden } from '../../api/failures.js';
import { Button } from '../kit/button.js';
import { LockIcon, SearchIcon } from '../kit/icons.js';
import { preformatted, StatusPage } from './status-page.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  path: preformatted,
  list: { margin: 0, paddingLeft: '20px' },
});

export function NotFoundPage({ onSearch }: { readonly onSearch?: () => void }) {
  return (
    <StatusPage title={texts.notFound.title} icon={<SearchIcon />}>
      <p>{texts.notFound.text}</p>
      {onSearch && (
        <div>
          <Button onClick={onSearch}>{texts.notFound.action}</Button>
        </div>
      )}
    </StatusPage>
  );
}

/** Names the request that was refused, or the streams that are missing. */
export function DeniedPage({ error }: { readonly error: Forbidden }) {
  const styles = useStyles();
  const streams = error instanceof MissingStreamPermission ? error.streams : [];
  if (streams.length > 0) {
    return (
      <StatusPage title={texts.streams.title} icon={<LockIcon />}>
        <p>{texts.streams.text}</p>
        <ul className={styles.list}>
          {streams.map((id) => (
            <li key={id}>{id}</li>
          ))}
        </ul>
      </StatusPage>
    );
  }
  return <MissingPermissionsPage path={`${error.method} ${error.url}`} />;
}

/** @param path the request or page that is refused */
export function MissingPermissionsPage({ path }: { readonly path: string }): ReactNode {
  const styles = useStyles();
  return (
    <StatusPage title={texts.permissions.title} icon={<LockIcon />}>
      <p>{texts.permissions.text}</p>
      <p>{texts.permissions.path}</p>
      <pre className={styles.path}>{path}</pre>
    </StatusPage>
  );
}
