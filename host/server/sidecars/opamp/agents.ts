/**
 * Treats OpAMP agents as sidecar nodes: their reports become the state of the node, and the assigned configurations
 * become their remote configuration.
 */
import { createHash } from 'node:crypto';
import type { ComponentHealth, NodeDetails, OpampFacts, StatusCode } from '../../../../api/contract/sidecars.schema.js';
import { BadRequestError } from '../../foundation/errors.js';
import { tagsOf } from '../node-details.js';
import type { NodeRecord } from '../nodes.js';
import type { Sidecars } from '../sidecars.js';
import {
  agentCapabilities,
  type AgentToServer,
  type RemoteConfig,
  type RemoteConfigStatus,
  type ServerToAgent,
} from './messages.js';

/**
 * State of an agent that is kept in memory only. It is kept from the agent's first message with attributes until its
 * disconnect message, or until later sessions displace it (`mostSessions`).
 */
interface Session {
  sequence: number;
  capabilities: number;
  attributes: Readonly<Record<string, string>> | undefined;
  health: ComponentHealth | undefined;
  effective: readonly { readonly name: string; readonly body: string }[];
  remoteStatus: RemoteConfigStatus | undefined;
  /** Hash of the configuration that was sent last; empty: no configuration was sent. */
  sent: string;
  /** Time at which the last configuration was sent, epoch milliseconds. */
  sentAt: number;
}

const uidBytes = 16;
const mostSessions = 10_000;
/** Milliseconds after which an unconfirmed configuration is sent again. */
const resendMs = 60_000;
const configurationStates = ['unset', 'applied', 'applying', 'failed'] as const;

export class OpampAgents {
  readonly #sidecars: Sidecars;
  readonly #sessions = new Map<string, Session>();

  constructor(sidecars: Sidecars) {
    this.#sidecars = sidecars;
  }

  /**
   * Processes one message of an agent.
   * @returns the answer
   * @throws TooManyRequestsError when there are too many nodes, or too many new nodes in a short time
   */
  receive(message: AgentToServer): ServerToAgent {
    const { uid } = message;
    if (uid.length !== uidBytes) return { uid, error: `instance_uid has ${uid.length} bytes, not ${uidBytes}.` };
    const id = uid.toString('hex');
    const before = this.#sessions.get(id);
    const hasGap = before !== undefined && message.sequence !== before.sequence + 1;
    if (!message.attributes && !before?.attributes) return { uid, fullState: true };
    const session = this.#merged(id, before, message);
    const node = this.#report(id, session);
    if (message.disconnects) {
      this.#sessions.delete(id);
      return { uid };
    }
    return { ...this.next(node, uid), ...(hasGap && !message.attributes && { fullState: true }) };
  }

  /** Records that an agent is alive although it has sent no message. */
  heard(uid: Buffer): void {
    const node = this.#sidecars.nodes.get(uid.toString('hex'));
    if (node) this.#sidecars.nodes.heard(node, this.#sidecars.silentAfter);
  }

  /** Returns the message that waits for the agent; undefined: no message waits. */
  pending(uid: Buffer): ServerToAgent | undefined {
    const node = this.#sidecars.nodes.get(uid.toString('hex'));
    if (!node || !this.#sessions.has(node.id)) return undefined;
    const answer = this.next(node, uid);
    return answer.remoteConfig || answer.restart ? answer : undefined;
  }

  #merged(id: string, before: Session | undefined, message: AgentToServer): Session {
    const session: Session = {
      sequence: message.sequence,
      capabilities: message.capabilities === 0 ? (before?.capabilities ?? 0) : message.capabilities,
      attributes: message.attributes ?? before?.attributes,
      health: message.health ?? before?.health,
      effective: message.effective ?? before?.effective ?? [],
      remoteStatus: message.remoteStatus ?? before?.remoteStatus,
      sent: before?.sent ?? '',
      sentAt: before?.sentAt ?? 0,
    };
    if (!before && this.#sessions.size >= mostSessions) this.#sessions.delete(this.#sessions.keys().next().value ?? '');
    this.#sessions.set(id, session);
    return session;
  }

  #report(id: string, session: Session): NodeRecord {
    const { attributes = {}, capabilities, health, effective, remoteStatus } = session;
    const known = this.#sidecars.nodes.get(id);
    const facts: OpampFacts = {
      service: attributes['service.name'] ?? '',
      attributes: { ...attributes },
      health: health ?? null,
      effective_configuration: [...effective],
      configuration_status: remoteStatus
        ? { status: configurationStates[remoteStatus.status] ?? 'unset', message: errorOf(remoteStatus) }
        : null,
      can_restart: (capabilities & agentCapabilities.acceptsRestart) !== 0,
      accepts_configuration: (capabilities & agentCapabilities.acceptsRemoteConfig) !== 0,
    };
    const name = attributes['host.name'] || attributes['service.instance.id'] || id;
    const environment = attributes['deployment.environment.name'] ?? attributes['deployment.environment'] ?? '';
    const details: NodeDetails = {
      operating_system: systemNames[(attributes['os.type'] ?? '').toLowerCase()] ?? (attributes['os.type'] || 'Linux'),
      ip: attributes['host.ip']?.split(',')[0] ?? null,
      metrics: null,
      log_file_list: null,
      status: null,
      tags: tagsOf([...(attributes['tags'] ?? '').split(',').map((tag) => tag.trim()), environment]),
      collector_configuration_directory: null,
    };
    const assigned = known ? this.#sidecars.assignments(known) : [];
    const status = statusOf(session, assigned);
    const report = { id, name, version: attributes['service.version'] ?? '', protocol: 'opamp' as const, opamp: facts };
    return this.#sidecars.report({ ...report, details: { ...details, status } });
  }

  /** Returns the next message for an agent: a restart, a new configuration, or only the agent's uid. */
  next(node: NodeRecord, uid: Buffer): ServerToAgent {
    const session = this.#sessions.get(node.id);
    if (!session) return { uid };
    if (
      node.opamp?.can_restart &&
      this.#sidecars.nodes.actions(node.id).some(({ properties }) => properties['restart'] === true)
    ) {
      this.#sidecars.nodes.takeActions(node.id);
      return { uid, restart: true };
    }
    if (!node.opamp?.accepts_configuration) return { uid };
    const config = this.#configOf(node);
    const now = this.#sidecars.now();
    const isKnown = config === undefined || session.remoteStatus?.hash === config.hash;
    const isSent = session.sent === config?.hash && now - session.sentAt < resendMs;
    if (isKnown || isSent) return { uid };
    session.sent = config.hash;
    session.sentAt = now;
    return { uid, remoteConfig: config };
  }

  /**
   * Renders all assigned configurations. Returns undefined if the agent keeps its present configuration: when a
   * template cannot be rendered, or when no configuration is assigned and none was delivered before.
   */
  #configOf(node: NodeRecord): RemoteConfig | undefined {
    const { documents, nodes } = this.#sidecars;
    const files: { name: string; body: string }[] = [];
    for (const { configuration_id: id } of this.#sidecars.assignments(node)) {
      const configuration = documents.configurations.get(id);
      if (!configuration) continue;
      const { version, template } = this.#sidecars.versionFor(node.id, configuration);
      try {
        files.push({ name: configuration.name, body: this.#sidecars.renderedFor(node, template, id) });
        nodes.delivered(node, id, version);
      } catch (error) {
        // A BadRequestError says that the template cannot be rendered.
        if (error instanceof BadRequestError) return undefined;
        throw error;
      }
    }
    if (files.length === 0 && Object.keys(node.delivered).length === 0) return undefined;
    return { files, hash: createHash('sha256').update(JSON.stringify(files)).digest('hex') };
  }
}

/**
 * Returns the error message of a failed configuration. The message of other states is ignored, because agents may
 * repeat an old message in them.
 */
const errorOf = ({ status, message }: RemoteConfigStatus): string =>
  configurationStates[status] === 'failed' ? message : '';

const systemNames: Readonly<Record<string, string>> = {
  linux: 'Linux',
  windows: 'Windows',
  darwin: 'Darwin',
  freebsd: 'FreeBSD',
};

/** Converts health and configuration status to the collector states that the pages show. */
function statusOf(
  { health, remoteStatus }: Session,
  assigned: readonly { collector_id: string; configuration_id: string }[],
) {
  const hasFailed = remoteStatus?.status === 3;
  const isUnwell = health !== undefined && !health.healthy;
  const code: StatusCode = hasFailed || isUnwell ? 2 : 0;
  const reason = health ? [health.status, health.last_error].filter((text) => text !== '').join(': ') : '';
  const message = hasFailed
    ? 'The configuration could not be applied.'
    : reason || (isUnwell ? 'Unhealthy' : 'Healthy');
  const own: StatusCode = code === 2 ? 2 : remoteStatus?.status === 1 ? 0 : 1;
  return {
    status: code,
    message: message.slice(0, 1000),
    collectors: assigned.map(({ collector_id, configuration_id }) => ({
      collector_id,
      configuration_id,
      status: own,
      message: own === 1 ? 'The configuration is being applied.' : message.slice(0, 1000),
      verbose_message: hasFailed ? remoteStatus.message : '',
    })),
  };
}
