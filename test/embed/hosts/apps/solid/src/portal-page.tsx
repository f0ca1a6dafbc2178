/** Uses `log-search` and `log-dashboard` as plain tags: `prop:` sets a property, `on:` adds a listener. */
import 'log-console-elements/jsx/solid';
import 'log-console-elements/log-dashboard';
import 'log-console-elements/log-search';
import { createSignal, Show, type JSX } from 'solid-js';
import { getToken, type Settings } from './portal';

export function Portal({ server, dashboard }: Settings): JSX.Element {
  const [signedIn, setSignedIn] = createSignal(false);
  const [query, setQuery] = createSignal('');
  const [theme, setTheme] = createSignal<'light' | 'dark'>('light');
  const [shown, setShown] = createSignal(true);
  const [asked, setAsked] = createSignal(0);
  const [found, setFound] = createSignal<number>();
  const [clicked, setClicked] = createSignal('');
  const token = () => (signedIn() ? getToken : undefined);
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
      <button id="toggle" onClick={() => setShown(!shown())}>
        Show or hide
      </button>
      <p>
        <output id="asked">{asked()}</output> <output id="found">{found()}</output>{' '}
        <output id="query">{query()}</output> <output id="clicked">{clicked()}</output>
      </p>
      <Show when={shown()}>
        <log-search
          prop:server={server}
          auth="host"
          prop:getToken={token()}
          prop:query={query()}
          prop:range={3600}
          prop:theme={theme()}
          layout="compact"
          on:log-auth-required={() => setAsked(asked() + 1)}
          on:log-search-finished={({ detail }) => setFound(detail.total)}
          on:log-query-change={({ detail }) => setQuery(detail.query)}
        />
      </Show>
      <log-dashboard
        prop:server={server}
        auth="host"
        prop:getToken={token()}
        prop:viewId={dashboard}
        on:log-value-click={(event) => {
          event.preventDefault();
          setClicked(`${event.detail.field}=${String(event.detail.value)}`);
        }}
      />
    </main>
  );
}
