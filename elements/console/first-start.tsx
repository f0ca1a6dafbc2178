/**
 * Shows the first-start dialog to the built-in administrator of a new embedded server. The reference server does not
 * have the endpoint that returns whether to show the dialog.
 */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { User } from '../../api/contract/users.js';
import { firstStartQuery } from '../../api/queries/first-start.js';
import { FirstStartDialog } from '../admin/users/pages.js';
import { useConnection } from '../element/connection-context.js';
import { Float } from '../kit/float.js';

export interface FirstStartProps {
  readonly user: User;
  readonly onNavigate: (path: string) => void;
}

export function FirstStart({ user, onNavigate }: FirstStartProps): ReactNode {
  const { client } = useConnection();
  const [open, setOpen] = useState(true);
  const { data } = useQuery(firstStartQuery(client));
  return (
    <Float onFailed={() => setOpen(false)}>
      {open && data?.ask && (
        <FirstStartDialog user={user} facts={data} onClose={() => setOpen(false)} onNavigate={onNavigate} />
      )}
    </Float>
  );
}
