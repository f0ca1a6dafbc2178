/** Queries and mutations of the list of URLs that the server may call. */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { UrlAllowList } from '../contract/cluster-config.schema.js';
import { validateRegex } from '../contract/testers.js';
import { checkUrl, generateUrlRegex, getUrlAllowList, saveUrlAllowList } from '../contract/url-allow-list.js';
import { hasList } from './has-list.js';

const allowListKey = ['urlAllowList'] as const;

export async function isUrlAllowed(client: Client, url: string, signal: AbortSignal): Promise<boolean> {
  return (await client.call(checkUrl, { body: { url }, signal })).is_whitelisted;
}

export function urlAllowListQuery(client: Client) {
  return queryOptions({
    queryKey: allowListKey,
    queryFn: ({ signal }) => client.call(getUrlAllowList, { signal, check: hasList('entries') }),
    staleTime: 0,
  });
}

export function saveUrlAllowListMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: UrlAllowList) => client.call(saveUrlAllowList, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: allowListKey }),
  });
}

/** Returns a pattern for exactly the addresses of a template, in which the placeholder stands for any text. */
export async function patternOfTemplate(client: Client, template: string, placeholder: string): Promise<string> {
  return (await client.call(generateUrlRegex, { body: { url_template: template, placeholder } })).regex;
}

/** Tells whether the server accepts a text as a regular expression. */
export function regexQuery(client: Client, regex: string) {
  return queryOptions({
    queryKey: ['regexValid', regex],
    queryFn: async ({ signal }) => (await client.call(validateRegex, { query: { regex }, signal })).is_valid,
    staleTime: Infinity,
    retry: false,
  });
}
