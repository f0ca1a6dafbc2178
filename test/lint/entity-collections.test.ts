// Documents of entities may be opened only through the catalogue of kinds, so that the catalogue contains every kind.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { entityKinds } from '../../host/server/documents/kinds.js';

const server = fileURLToPath(new URL('../../host/server', import.meta.url));

/** Collections whose documents are not entities: they have no sharing, no titles and no deletion by users. */
const others = new Set([
  'alarm_callbacks',
  'alert_states',
  'authentication_header',
  'authentication_settings',
  'chart_marks',
  'cleared_notification_queues',
  'cluster_config',
  'content_pack_installations',
  'default_view',
  'embed_tokens',
  'event_grace_periods',
  'event_schedules',
  'event_silences',
  'favorites',
  'first_start',
  'followed_files',
  'grants',
  'identities',
  'installed_defaults',
  'intake_marks',
  'last_opened',
  'left_files',
  'list_preferences',
  'lookup_stored_tables',
  'mail_settings',
  'notifications',
  'pipeline_connections',
  'pipeline_rule_tests',
  'pipeline_settings',
  'processing_status',
  'provisioned',
  'read_archives',
  'recent_activity',
  'rule_sample_sets',
  'search_history',
  'secrets',
  'sessions',
  'sidecar_configuration_versions',
  'sidecar_destination',
  'sidecar_rollouts',
  'sidecars',
  'system_jobs',
  'system_messages',
  'telemetry_settings',
  'tokens',
  'traffic',
]);
/**
 * Collections of entities that a file of a lower layer opens directly, because lower layers must not depend on the
 * catalogue.
 */
const below: Readonly<Record<string, string>> = { index_sets: 'store/index-set.ts' };

test('every collection of documents is opened by its entity kind or known not to contain entities', () => {
  const opened = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [...readFileSync(join(server, file), 'utf8').matchAll(/\.collection(?:<[^()]*>)?\(\s*'(\w+)'/g)].map(
        ([, name = '']) => [name, file.replaceAll('\\', '/')] as const,
      ),
    );
  assert.ok(opened.length >= others.size);
  assert.deepEqual(
    opened.filter(([name, file]) => !others.has(name) && below[name] !== file),
    [],
  );
  const entities = new Set(entityKinds.map(({ collection }) => collection));
  assert.deepEqual(
    [...others].filter((name) => entities.has(name)),
    [],
  );
  assert.deepEqual(
    [...others].filter((name) => !opened.some(([known]) => known === name)),
    [],
  );
});
