/**
 * Reads and stores whether the sidebar is pinned: a user preference, or a setting of this browser where preferences
 * cannot be saved (spec 2 §6).
 */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { View } from '../../api/contract/views.schema.js';
import { savePreferencesMutation, storesSettings } from '../../api/queries/preferences.js';
import { useConnection, useCurrentUser, useUsername } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { useToasts } from '../kit/feedback.js';
import { railTexts } from './rail-texts.js';

const preferenceOf = { SEARCH: 'searchSidebarIsPinned', DASHBOARD: 'dashboardSidebarIsPinned' } as const;

/**
 * Returns a value of the local storage; null without a value, and when the storage is missing or forbidden, as in
 * some embedded frames.
 */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
export function writeLocal(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is not available, so the choice holds for this page only.
  }
}

/**
 * Returns whether the sidebar is pinned (undefined until the user is loaded), and a function that pins or unpins it.
 */
export function usePinned(type: View['type']): readonly [boolean | undefined, (pinned: boolean) => void] {
  const { client, queryClient, server } = useConnection();
  const host = useHostElement();
  const { toast } = useToasts();
  const username = useUsername() ?? '';
  const user = useCurrentUser();
  const preference = preferenceOf[type];
  const key = `log-console.${preference} ${server} ${username}`;
  const [here, setHere] = useState<boolean>();
  const save = useMutation({
    ...savePreferencesMutation(client, queryClient, username),
    onSettled: (_answer, error) => {
      if (error) toast('error', railTexts.pinFailed, railTexts.error);
    },
  });
  // Preferences cannot be saved before the user is loaded (spec 1 §6).
  const isLocal = host.readonly || user === undefined || !storesSettings(user);
  const stored = user?.preferences?.[preference];
  const saved = stored === true || (stored as unknown) === 'true';
  const pinned = isLocal ? (here ?? readLocal(key) === 'true') : saved;
  return [
    user === undefined ? undefined : pinned,
    (next) => {
      if (isLocal) {
        writeLocal(key, String(next));
        setHere(next);
      } else save.mutate({ [preference]: next });
    },
  ];
}
