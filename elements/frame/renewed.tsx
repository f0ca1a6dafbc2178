import { Fragment, useState, type ReactNode } from 'react';
import { useUsername } from '../element/connection-context.js';

/**
 * Mounts its content anew when the page's token names another user while one is signed in. Only elements without a
 * session gate need this component, because the session gate does the same.
 */
export function Renewed({ children }: { readonly children: ReactNode }): ReactNode {
  const username = useUsername();
  const [person, setPerson] = useState({ name: username, turn: 0 });
  if (username !== person.name) {
    const isOther = username !== null && person.name !== null;
    setPerson({ name: username, turn: isOther ? person.turn + 1 : person.turn });
  }
  return <Fragment key={person.turn}>{children}</Fragment>;
}
