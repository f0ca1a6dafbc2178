/** Uses `log-search` and `log-dashboard` as plain tags. */
import 'log-console-elements/jsx/preact';
import 'log-console-elements/log-dashboard';
import 'log-console-elements/log-search';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { getToken, type Settings } from './portal';

export function Portal({ server, dashboard }: Settings): JSX.Element {
  const [signedIn, setSignedIn] = useState(false);
  const [query, setQuery] = useState('');
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [shown, setShown] = useState(true);
  const [asked, setAsked] = useState(0);
  const [found, setFound] = useState<number>();
  const [clicked, setClicked] = useState('');
  const token = signedIn ? getToken : undefined;
  return (
    <main>
      <button id="sign-in" onClick={() => setSignedIn(true)}>
        Sign in
      </button>
      <button id="errors" onClick={() => setQuery('level:<=3')}>
        Only errors
      </button>
      <button id="dark" onClick={() => setTheme('dark')}>
        Dark
      </button>
      <button id="toggle" onClick={() => setShown(!shown)}>
        Show or hide
      </button>
      <p>
        <output id="asked">{asked}</output> <output id="found">{found}</output> <output id="query">{query}</output>{' '}
        <output id="clicked">{clicked}</output>
      </p>
      {shown && (
        <log-search
          server={server}
          auth="host"
          getToken={token}
          query={query}
          range={3600}
          theme={theme}
          layout="compact"
          onlog-auth-required={() => setAsked((before) => before + 1)}
          onlog-search-finished={({ detail }) => setFound(detail.total)}
          onlog-query-change={({ detail }) => setQuery(detail.query)}
        />
      )}
      <log-dashboard
        server={server}
        auth="host"
        getToken={token}
        viewId={dashboard}
        onlog-value-click={(event) => {
          event.preventDefault();
          setClicked(`${event.detail.field}=${String(event.detail.value)}`);
        }}
      />
    </main>
  );
}
