import { useSelector } from '@xstate/react';
import { reasonOf } from '../../api/failures.js';
import { useConnection } from '../element/connection-context.js';

/** Returns whether a text repeats the reason of the outage that outage-line.tsx already shows. */
export function useSaidAbove(text: string | undefined): boolean {
  const reason = useSelector(useConnection().availability, ({ context: { downSince, failure } }) =>
    downSince === undefined ? undefined : reasonOf(failure),
  );
  return reason !== undefined && text?.endsWith(reason) === true;
}
