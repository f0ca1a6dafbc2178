/** Adds the computed fields of a view to the calls that search. */
import type { CallArguments } from '../client.js';
import { differencesOfMessages } from '../contract/differences.js';
import type { DifferencesRequest } from '../contract/differences.js';
import type { AnswerOf, Endpoint } from '../contract/endpoint.js';
import { patternsOfMessages } from '../contract/patterns.js';
import { executeSync, suggestValues, type ComputedDefinitions } from '../contract/searches.js';
import type { ComputingServer } from './computed-client.js';
import { isEmbedded } from './server-root.js';

/** Adds the definitions to the bodies of the endpoints that read them. */
const bodies = new Map<Endpoint, (body: object, computed: ComputedDefinitions) => object>(
  [executeSync, patternsOfMessages, suggestValues].map((endpoint) => [
    endpoint,
    (body, computed) => ({ ...body, computed_fields: computed }),
  ]),
).set(differencesOfMessages, (body, computed) => ({
  ...body,
  // Cast: the bodies of this endpoint have this type.
  search: { ...(body as DifferencesRequest).search, computed_fields: computed },
}));

/**
 * Calls an endpoint. A reference server gets the call unchanged, because it refuses bodies with members that it does
 * not know.
 * @throws the errors of `Client.call`
 */
export async function callComputing<E extends Endpoint>(
  { client, queryClient }: ComputingServer,
  computed: ComputedDefinitions,
  endpoint: E,
  ...options: CallArguments<E>
): Promise<AnswerOf<E>> {
  const extended = bodies.get(endpoint);
  if (!extended || !(await isEmbedded(client, queryClient))) return client.call(endpoint, ...options);
  // Cast: each of these endpoints has a body, which the compiler cannot know for the type parameter.
  const [given] = options as unknown as [{ readonly body: object }];
  // Cast: only the body has changed, and its endpoint takes the new member.
  const changed = [{ ...given, body: extended(given.body, computed) }] as unknown as CallArguments<E>;
  return client.call(endpoint, ...changed);
}
