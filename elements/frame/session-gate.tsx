/**
 * Shows its children while a user is signed in or may be found to be signed in. Otherwise it emits `log-auth-required`
 * and shows the sign-in form, or a note if the host page handles the sign-in. The children stay mounted but hidden
 * behind the form, so that a lost session loses no unsaved work, unless a different user signs in. If the server has
 * another origin and the page provides no tokens, nobody can be signed in at first. The children are then not mounted
 * before the first sign-in, because their calls would be refused.
 */
import { useSelector } from '@xstate/react';
import { useState, type ReactNode } from 'react';
import { lazyPart } from '../kit/lazy-part.js';
import { Loading } from '../kit/loading.js';
import { Suspense } from '../kit/suspense.js';
import { useConnection } from '../element/connection-context.js';
import { Cover, KeptPage } from '../element/kept-page.js';
import { OutageLine } from '../kit/outage-line.js';
import { useAuthRequired } from './auth-required.js';
import type { SignInProps } from './sign-in.js';

const SignIn = lazyPart<'SignIn', SignInProps>(() => import('./sign-in.js'), 'SignIn');

export function SessionGate(props: { enabled: boolean; children: ReactNode }): ReactNode {
  return props.enabled ? <Gate>{props.children}</Gate> : props.children;
}

function Gate({ children }: { children: ReactNode }): ReactNode {
  const { session, mayHaveSession } = useConnection();
  const missing = useSelector(session, (state) => state.matches('notLoggedIn') || state.matches('loggingIn'));
  const username = useSelector(session, ({ context }) => context.username);
  const [person, setPerson] = useState<{ name: string | null; turn: number }>({ name: null, turn: 0 });
  // Derived during rendering: a different user gets a new component, the same user gets the previous one back.
  if (username !== null && username !== person.name) {
    setPerson({ name: username, turn: person.name === null ? person.turn : person.turn + 1 });
  }
  const byHost = useAuthRequired(missing);
  const [asks, setAsks] = useState(false);
  const isAsking = missing || (asks && username === null);
  if (asks !== isAsking) setAsks(isAsking);
  // While a session is validated again, `missing` is false although nobody is signed in: the page stays hidden then, and
  // the sign-in form keeps the typed texts.
  const away = isAsking || (username === null && person.name !== null);
  return (
    <>
      <OutageLine />
      <KeptPage key={person.turn} away={away}>
        {mayHaveSession || username !== null || person.name !== null ? children : !missing && <Loading />}
      </KeptPage>
      {away && (
        <Cover>
          <Suspense fallback={null}>
            <SignIn byHost={byHost} />
          </Suspense>
        </Cover>
      )}
    </>
  );
}
