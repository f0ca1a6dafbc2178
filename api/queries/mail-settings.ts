/**
 * Queries and mutations of the settings of the mail server. Reference servers read these settings from their
 * configuration file and have no endpoints for them.
 */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  changeMailSettings,
  forgetMailSettings,
  mailSettings,
  testMailSettings,
  type MailSettingsBody,
} from '../contract/event-notifications.js';
import { unlessMissing } from './missing.js';

const key = ['mailSettings'] as const;

/** Reads the mail settings; null when the server does not have this endpoint. */
export function mailSettingsQuery(client: Client) {
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => unlessMissing(client.call(mailSettings, { signal }), null),
    staleTime: 0,
  });
}

export function saveMailSettingsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: MailSettingsBody) => client.call(changeMailSettings, { body }),
    onSuccess: (saved) => queryClient.setQueryData(key, saved),
  });
}

/** Deletes the stored settings, so that the settings given at the start of the server apply again. */
export function forgetMailSettingsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: () => client.call(forgetMailSettings, {}),
    onSuccess: (left) => queryClient.setQueryData(key, left),
  });
}

/** Sends a test e-mail; a failure contains the message of the mail server. */
export function testMailMutation(client: Client) {
  return mutationOptions({
    mutationFn: (recipient: string) => client.call(testMailSettings, { body: { recipient } }),
  });
}
