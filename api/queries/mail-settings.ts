/** The server that e-mail goes out by: beyond the contract, a reference server is configured by files alone. */
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

/** Null when the server keeps none. */
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

/** The settings from the server's start apply again. */
export function forgetMailSettingsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: () => client.call(forgetMailSettings, {}),
    onSuccess: (left) => queryClient.setQueryData(key, left),
  });
}

/** Really sends; refused with the mail server's words. */
export function testMailMutation(client: Client) {
  return mutationOptions({
    mutationFn: (recipient: string) => client.call(testMailSettings, { body: { recipient } }),
  });
}
