/** Uses the elements as components, because React 18 sets neither properties nor listeners of custom elements. */
import { LogDashboard, LogSearch } from 'log-console-elements/react';
import { useState, type ReactNode } from 'react';
import { getToken, type Settings } from './portal';

export function Portal({ server, dashboard }: Settings): ReactNode {
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
        <LogSearch
          server={server}
          auth="host"
          getToken={token}
          query={query}
          range={3600}
          theme={theme}
          layout="compact"
          onLogAuthRequired={() => setAsked((before) => before + 1)}
          onLogSearchFinished={({ detail }) => setFound(detail.total)}
          onLogQueryChange={({ detail }) => setQuery(detail.query)}
        />
      )}
      <LogDashboard
        server={server}
        auth="host"
        getToken={token}
        viewId={dashboard}
        onLogValueClick={(event) => {
          event.preventDefault();
          setClicked(`${event.detail.field}=${String(event.detail.value)}`);
        }}
      />
    </main>
  );
}
