/** Texts of each type of system notification. `{name}` is replaced by a value of its details. */

interface NotificationText {
  readonly title: string;
  readonly text: string;
}

const text = (title: string, body: string): NotificationText => ({ title, text: body });

export const notificationTexts: Readonly<Record<string, NotificationText>> = {
  deflector_exists_as_index: text(
    'The write alias is an index',
    'An index carries the name of the write alias. Remove or rename it.',
  ),
  es_open_files: text(
    'Too few open files allowed',
    'The search node {hostname} may open only {max_file_descriptors} files. Raise the limit.',
  ),
  es_cluster_red: text(
    'The search store is in a bad state',
    'Some data cannot be read at the moment. The store’s log gives the reason.',
  ),
  es_unavailable: text(
    'The search store cannot be reached',
    'Messages are kept in the journal until it answers again.',
  ),
  no_input_running: text(
    'There is a node without any running inputs.',
    'No input receives messages on node {node_id}. Launch one on the inputs page.',
  ),
  input_failed_to_start: text(
    'An input has failed to start',
    'Input {input_title} failed to start on node {node_id}: {reason}',
  ),
  input_failing: text('An input is failing', 'Input {input_title} on node {node_id} has a problem: {reason}'),
  input_failure_shutdown: text(
    'An input has shut down',
    'Input {input_title} on node {node_id} has stopped after a failure: {reason}',
  ),
  check_server_clocks: text(
    'Check the system clocks of your nodes.',
    'The clock of a node differs from the others. Synchronise them.',
  ),
  outdated_version: text('You are running an outdated version.', 'The newest release is {current_version}.'),
  email_transport_configuration_invalid: text(
    'E-mail is not configured properly',
    'E-mail cannot be sent: {exception}',
  ),
  email_transport_failed: text('An e-mail could not be sent', 'Sending an e-mail failed: {exception}'),
  stream_processing_disabled: text(
    'Processing of a stream was switched off',
    'Stream {stream_title} ({stream_id}) took too long {fault_count} times and was paused.',
  ),
  gc_too_long: text(
    'Long pauses of a node',
    'Node {node_id} paused for {gc_duration_ms} ms (more than {gc_threshold_ms} ms).',
  ),
  journal_utilization_too_high: text(
    'The journal is nearly full',
    'The journal of node {node_id} fills faster than it is written to the indices. When it is full, nothing more is taken in.',
  ),
  journal_uncommitted_messages_deleted: text(
    'Messages were lost from the journal',
    'The journal of node {node_id} dropped messages that were not yet indexed.',
  ),
  output_disabled: text(
    'An output was switched off',
    'Output {outputId} of stream {streamTitle} failed {faultCount} times and rests for {faultPenaltySeconds} seconds.',
  ),
  output_failing: text(
    'An output is failing',
    'Output {outputTitle} cannot send on the messages of {streamTitle}: {errorMessage}',
  ),
  index_ranges_recalculation: text(
    'Index ranges need to be recalculated',
    'Index ranges are out of date. Recalculate them on the indices page.',
  ),
  sidecar_silent: text('A sidecar is silent', 'Sidecar {node_name} ({node_id}) does not report any more. {message}'),
  sidecar_failing: text('A sidecar is failing', 'Sidecar {node_name} ({node_id}) is failing: {message}'),
  sidecar_flapping: text(
    'A sidecar is flapping',
    'Sidecar {node_name} ({node_id}) does not stay in one state. {message}',
  ),
  sidecar_many: text('Many sidecars have the same problem', '{count} sidecars are {kind}, among them: {names}.'),
  generic: text('{title}', '{description}'),
  es_index_blocked: text('{title}', '{description}'),
  es_node_disk_watermark_low: text('Disk space is running low', 'Free disk space on: {nodes}.'),
  es_node_disk_watermark_high: text('Disk space is very low', 'Free disk space on: {nodes}.'),
  es_node_disk_watermark_flood_stage: text(
    'Disk space is used up',
    'Indices are read-only until there is space on: {nodes}.',
  ),
  es_version_mismatch: text(
    'The version of the search store has changed',
    'It was {initial_version} and is now {current_version}. Restart the server.',
  ),
  legacy_ldap_config_migration: text(
    'An authentication service needs review',
    'Older settings were taken over. Check the authentication service.',
  ),
  multi_leader: text('More than one leader', 'Several nodes are configured to be the leader. Leave only one.'),
  no_leader: text('No leader', 'No node is the leader. Periodic work is not done until there is one.'),
  archiving_summary: text('Archiving had problems', 'Some indices could not be archived: {archiveErrors}'),
  search_error: text('{title}', '{description}'),
  pipeline_rule_suspended: text(
    'A pipeline rule was suspended',
    'Rule {rule_title} costs too much: {reason} It does not run until it is changed or the server starts again.',
  ),
  multi_master: text('More than one leader', 'Several nodes are configured to be the leader. Leave only one.'),
  no_master: text('No leader', 'No node is the leader. Periodic work is not done until there is one.'),
};

const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

const shown = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/**
 * Returns the title and the description of a type of notification; undefined for an unknown type.
 * @param type type in lower case
 * @param values values for the names in braces
 * @param format html: the description is an HTML fragment with every value escaped
 */
export function notificationMessage(
  type: string,
  values: Readonly<Record<string, unknown>>,
  format: 'html' | 'plaintext',
): { title: string; description: string } | undefined {
  const found = Object.hasOwn(notificationTexts, type) ? notificationTexts[type] : undefined;
  if (!found) return undefined;
  const fill = (template: string, escape: (value: string) => string) =>
    template.replace(/\{(\w+)\}/g, (_all, name: string) => escape(shown(values[name] ?? '')));
  const plain = (value: string) => value;
  const description = fill(found.text, format === 'html' ? escapeHtml : plain);
  return {
    title: fill(found.title, plain),
    description: format === 'html' ? `<span>${description}</span>` : description,
  };
}
