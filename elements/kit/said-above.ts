import { useSelector } from '@xstate/react';
import { reasonOf } from '../../api/failures.js';
import { useConnection } from '../element/connection-context.js';

/** Tells whether the line about the unreachable server (outage-line.tsx) says already what a text says. */
export function useSaidAbove(text: string | undefined): boolean {
  const reason = useSelector(useConnection().availability, ({ context: { downSince, failure } }) =>
    downSince === undefined ? undefined : reasonOf(failure),
  );
  return reason !== undefined && text?.endsWith(reason) === true;
}
