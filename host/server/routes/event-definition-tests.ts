/**
 * Route that tests what an event definition would have found in the past, before it is saved. The reference server does
 * not have it.
 */
import { testEventDefinition } from '../../../api/contract/event-definitions.js';
import { aggregationType, DefinitionTestBody } from '../../../api/contract/event-definitions.schema.js';
import { readDefinition } from '../alerts/definition-input.js';
import { authorize, permissionOn } from '../auth/caller.js';
import { newEntityId } from '../foundation/ids.js';
import type { Needs } from '../context.js';
import { BadRequestError, TooManyRequestsError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { resolveRange } from '../search/time-range.js';
import { Semaphore } from '../foundation/semaphore.js';
import { authorizeStreams } from './event-definitions.js';

/** Largest number of waiting tests of one user. */
const mostWaiting = 3;
/** Largest number of concurrent tests of all users together; each consists of many searches. */
const mostRunning = 2;

export function registerEventDefinitionTests(registry: Registry, { alerts, config }: Needs<'alerts' | 'config'>): void {
  const own = new Semaphore(1);
  const all = new Semaphore(mostRunning);
  registry.serve(testEventDefinition, { body: DefinitionTestBody }, async ({ body, user, signal }) => {
    const { id } = body.definition;
    authorize(user, typeof id === 'string' ? permissionOn('eventdefinitions:edit', id) : 'eventdefinitions:create');
    const read = readDefinition(body.definition, config.get('events').events_notification_default_backlog);
    if (read.config.type !== aggregationType)
      throw new BadRequestError('Only event definitions that search messages can be tested.');
    authorizeStreams(user, read);
    const range = resolveRange(body.timerange, Date.now());
    if (range.to <= range.from) throw new BadRequestError('The time range ends before it begins.');
    if (own.waitingOf(user.username) >= mostWaiting)
      throw new TooManyRequestsError(
        `Up to ${mostWaiting} tests of event definitions of one person wait for the one that runs. Wait until one has ended.`,
        5,
      );
    const definition = { id: id ?? newEntityId(), ...read, updated_at: null, isScheduled: false };
    return own.within(user.username, signal, () =>
      all.within('', signal, () => alerts.test(definition, range, user.username, signal)),
    );
  });
}
