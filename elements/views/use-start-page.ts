/** Builds the menu entry that makes a view or stream the user's start page. */
import { useMutation } from '@tanstack/react-query';
import { reasonOf } from '../../api/failures.js';
import type { StartPageType, User } from '../../api/contract/users.js';
import { saveStartPageMutation, storesSettings } from '../../api/queries/preferences.js';
import { useConnection, useCurrentUser } from '../element/connection-context.js';
import { StartPageIcon } from '../kit/icons.js';
import type { MenuEntry } from '../kit/menu.js';
import { useToasts } from '../kit/feedback.js';
import { texts } from './texts.js';
import { createElement } from 'react';

/**
 * Returns a function that builds the menu entry for a view or stream. The entry makes the view or stream the user's
 * start page; if the view or stream already is the start page, the entry resets the start page. There is no entry for
 * users whose settings the server does not store.
 */
export function useStartPageEntry(): (entity: { id: string; type: StartPageType }) => readonly MenuEntry[] {
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const user = useCurrentUser();
  const { mutate } = useMutation(saveStartPageMutation(client, queryClient, user ?? nobody));
  if (!user || !storesSettings(user)) return () => [];
  return ({ id, type }) => {
    const chosen = user.startpage?.type === type && user.startpage.id === id;
    return [
      {
        key: 'startPage',
        label: chosen ? texts.menu.clearStartPage : texts.menu.startPage,
        icon: createElement(StartPageIcon),
        onSelect: () =>
          mutate(chosen ? null : { type, id }, {
            onSuccess: () => toast('success', 'Your start page was changed successfully', texts.success),
            onError: (error) => toast('error', reasonOf(error), 'Could not change your start page'),
          }),
      },
    ];
  };
}

const nobody = { id: '', username: '', timezone: null } as User;
