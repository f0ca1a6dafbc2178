/**
 * Routes of staged rollouts of configurations: progress, continuing, pausing, rolling back. The reference server does
 * not have them.
 */
import * as endpoints from '../../../api/contract/sidecars.js';
import { RolloutRequest, type Rollout } from '../../../api/contract/sidecar-versions.schema.js';
import { authorize } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { versionOf } from '../sidecars/documents.js';
import type { RolloutRecord } from '../sidecars/rollouts.js';

/** Number of rollouts that are listed if so many exist; more are listed only if more are running or paused. */
const leastListed = 10;

export function registerSidecarRollouts(registry: Registry, { sidecars }: Needs<'sidecars'>): void {
  const { rollouts, versions, documents } = sidecars;
  const answer = (record: RolloutRecord): Rollout =>
    rollouts.answer(
      record,
      documents.configurations.get(record.configuration_id)?.name ?? '',
      sidecars.members(record.configuration_id),
    );

  registry.serve(endpoints.listRollouts, {}, ({ user }) => {
    authorize(user, 'sidecar_collector_configurations:read', 'sidecars:read');
    // The running and paused rollouts come first. All of them are listed, because they can be steered only from the
    // list.
    const all = rollouts.all();
    const underWay = all.filter(({ state }) => state === 'running' || state === 'paused').length;
    return { rollouts: all.slice(0, Math.max(leastListed, underWay)).map(answer) };
  });
  registry.serve(endpoints.steerRollout, { body: RolloutRequest }, async ({ params, body: { action }, user }) => {
    const record = rollouts.get(params.rolloutId);
    if (!record) throw new NotFoundError(`Could not find rollout <${params.rolloutId}>`);
    if (record.state === 'done' || record.state === 'rolled_back')
      throw new BadRequestError('This rollout has ended. Bring an older version back in the configuration itself.');
    if (action === 'roll_back') return answer(await rollBack(record, user.username));
    if (action === 'pause')
      return answer(await rollouts.change(record, { state: 'paused', reason: `Paused by ${user.username}.` }));
    const changed =
      action === 'advance'
        ? await rollouts.advance(record)
        : await rollouts.change(record, { state: 'running', reason: '', healthy_since: null });
    sidecars.changed();
    return answer(changed);
  });

  /**
   * Stores the template from before the rollout as the newest version of the configuration; all nodes get it at once.
   * @throws NotFoundError when the configuration no longer exists
   */
  async function rollBack(record: RolloutRecord, username: string): Promise<RolloutRecord> {
    const before = documents.configurations.get(record.configuration_id);
    if (!before) throw new NotFoundError(`Could not find configuration <${record.configuration_id}>`);
    const restored = await documents.configurations.update(before.id, (kept) => ({
      ...kept,
      template: record.from_template,
      version: versionOf(kept) + 1,
    }));
    if (restored) await versions.add(restored, username, record.from_version);
    const ended = await rollouts.change(record, { state: 'rolled_back', reason: `Rolled back by ${username}.` });
    sidecars.changed();
    return ended;
  }
}
