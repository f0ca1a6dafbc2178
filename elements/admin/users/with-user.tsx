/** Loads the account of a page, sets the page title, and shows links to the other pages of the account. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '../../../api/contract/users.js';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import { storesSettings } from '../../../api/queries/preferences.js';
import { userQuery } from '../../../api/queries/users.js';
import { allows } from '../../../api/permissions.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Button } from '../../kit/button.js';
import { DeniedState, EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { EditIcon, KeyIcon, PersonIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Refusal } from '../../kit/refusal.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { nameOf } from '../../kit/people.js';
import { permissionOn, routes } from './people.js';
import { texts } from './texts.js';

type UserPlace = 'show' | 'edit' | 'tokens';

export interface WithUserProps {
  readonly userId: string;
  readonly place: UserPlace;
  readonly title: string;
  readonly description: string;
  readonly children: (user: User) => ReactNode;
}

export function WithUser({ userId, place, title, description, children }: WithUserProps): ReactNode {
  const { client } = useConnection();
  const { data: user, error, refetch } = useQuery(userQuery(client, userId));
  const me = useCurrentUser();
  const { readonly } = useHostElement();
  const name = user && nameOf(user);
  usePageTitle(name === undefined ? undefined : `${title} ${name}`);
  const isOffered = place !== 'edit' || !readonly;
  // Users may see and change their own account; other accounts need a permission.
  const mayAct = user && me && (user.id === me.id || allows(me.permissions, permissionOn('edit', user.username)));
  const may = mayAct && isOffered;
  if (error instanceof Forbidden) return <Refusal error={error} />;
  return (
    <PageLayout>
      <PageHeader
        title={title}
        {...(name !== undefined && { name })}
        description={description}
        {...(user && { actions: <Actions user={user} place={place} /> })}
      />
      {user && may && children(user)}
      {user && me && !may && <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>}
      {!user && !error && <Loading />}
      {!user && error && <Failed error={error} onRetry={() => void refetch()} />}
    </PageLayout>
  );
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  if (error instanceof NotFound) return <EmptyState icon={<PersonIcon />} title={texts.missing} />;
  return <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} onRetry={onRetry} />;
}

/** Renders links between the pages of one account. */
function Actions({ user, place }: { readonly user: User; readonly place: UserPlace }): ReactNode {
  const navigate = useNavigate();
  const { readonly } = useHostElement();
  return (
    <>
      {place !== 'show' && (
        <Button icon={<PersonIcon />} onClick={() => navigate(routes.show(user.id))}>
          {texts.actions.show}
        </Button>
      )}
      {place !== 'edit' && storesSettings(user) && !readonly && (
        <Button icon={<EditIcon />} onClick={() => navigate(routes.edit(user.id))}>
          {texts.actions.editUser}
        </Button>
      )}
      {place !== 'tokens' && !readonly && (
        <Button icon={<KeyIcon />} onClick={() => navigate(routes.tokens(user.id))}>
          {texts.actions.editTokens}
        </Button>
      )}
    </>
  );
}
