/**
 * Shows the component while somebody is, or may turn out to be, signed in; else asks the page (`log-auth-required`) and shows the sign-in form.
 * The component stays mounted behind it, so that nothing unsaved is lost with a session, unless somebody else signs in. Where nobody can be
 * signed in yet (another origin, no token), it is not mounted before the first sign-in: its calls would only be refused.
 */
import { useSelector } from '@xstate/react';
import { useState, type ReactNode } from 'react';
import { lazyPart } from '../kit/lazy-part.js';
import { Suspense } from '../kit/suspense.js';
import { useConnection } from '../element/connection-context.js';
import { Cover, KeptPage } from '../element/kept-page.js';
import { OutageLine } from '../kit/outage-line.js';
import { useAuthRequired } from './auth-required.js';

const SignIn = lazyPart(() => import('./sign-in.js'), 'SignIn');

export function SessionGate(props: { enabled: boolean; children: ReactNode }): ReactNode {
  return props.enabled ? <Gate>{props.children}</Gate> : props.children;
}

function Gate({ children }: { children: ReactNode }): ReactNode {
  const { session, mayHaveSession } = useConnection();
  const missing = useSelector(session, (state) => state.matches('notLoggedIn') || state.matches('loggingIn'));
  const username = useSelector(session, ({ context }) => context.username);
  const [person, setPerson] = useState<{ name: string | null; turn: number }>({ name: null, turn: 0 });
  // Derived during rendering: another person gets a component of their own, the same person gets back what was there.
  if (username !== null && username !== person.name) {
    setPerson({ name: username, turn: person.name === null ? person.turn : person.turn + 1 });
  }
  const byHost = useAuthRequired(missing);
  // A lost session is validated again now and then: what it showed stays out of sight until somebody is signed in.
  const away = missing || (username === null && person.name !== null);
  return (
    <>
      <KeptPage key={person.turn} away={away}>
        <OutageLine />
        {(mayHaveSession || username !== null || person.name !== null) && children}
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
