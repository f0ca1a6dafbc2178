import type { ReactNode } from 'react';
import type { GranteeKind } from '../../machines/share-dialog/collaborators.js';
import { AddressIcon, HelpIcon, PersonIcon, TeamIcon } from '../kit/icons.js';

const icons = { error: HelpIcon, global: AddressIcon, team: TeamIcon, user: PersonIcon };

export function GranteeIcon({ kind }: { readonly kind: GranteeKind }): ReactNode {
  const Icon = icons[kind];
  return <Icon />;
}
