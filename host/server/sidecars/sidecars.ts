/**
 * Implements the sidecar service. Agents send reports and request their configurations. Users inspect the agents and
 * assign configurations (contract administration "Sidecar agents").
 */
import type {
  Assignment,
  Collector,
  CollectorAction,
  RegistrationRequest,
  RegistrationResponse,
  SidecarConfiguration,
} from '../../../api/contract/sidecars.schema.js';
import { durationMs } from '../../../api/duration.js';
import type { ClusterConfigs } from '../cluster-config.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import type { Documents } from '../store/types.js';
import { assignmentOf, assignmentsOf, fits, systemOf } from './assignments.js';
import { sidecarDocuments, versionOf, type ConfigurationDocument, type SidecarDocuments } from './documents.js';
import { etagOf } from './etag.js';
import { nodeDetails } from './node-details.js';
import { SidecarNodes, type NodeRecord, type Report } from './nodes.js';
import { renderForNode, type RenderedNode } from './rendering.js';
import { Rollouts, usualTimes, type Member, type RolloutTimes } from './rollouts.js';
import { TemplateError } from '../../../api/sidecar-template/template-error.js';
import { ConfigurationVersions } from './versions.js';

export interface SidecarNeeds {
  readonly documents: Documents;
  readonly config: Pick<ClusterConfigs, 'get'>;
  readonly now?: () => number;
  readonly times?: RolloutTimes;
}

/** An answer with an entity tag, so that unchanged content is not sent again (RFC 9110 §8.8.3). */
export interface Tagged<T> {
  /** Entity tag without quotes. */
  readonly etag: string;
  /** The content; undefined: the agent has the current version (304). */
  readonly answer: T | undefined;
}

interface Answered {
  readonly etag: string;
  readonly generation: number;
  readonly epoch: number;
  readonly settings: string;
}

/** Largest number of rendered configurations whose ETag is cached. */
const mostRendered = 50_000;

export class Sidecars {
  readonly documents: SidecarDocuments;
  readonly nodes: SidecarNodes;
  readonly versions: ConfigurationVersions;
  readonly rollouts: Rollouts;
  readonly now: () => number;
  readonly #config: Pick<ClusterConfigs, 'get'>;
  /** Number that grows with every change that may affect the configuration of any node. */
  #generation = 1;
  /** Numbers, by node id, that grow with every changed report or manual assignment of the node. */
  readonly #epochs = new Map<string, number>();
  readonly #registered = new Map<string, Answered>();
  readonly #rendered = new Map<string, Answered>();
  readonly #assigned = new Map<
    string,
    { readonly generation: number; readonly epoch: number; readonly list: Assignment[] }
  >();
  #collectors: { readonly generation: number; readonly etag: string } | undefined;

  constructor({ documents, config, now = Date.now, times = usualTimes }: SidecarNeeds) {
    this.documents = sidecarDocuments(documents);
    this.nodes = new SidecarNodes(documents, now);
    this.versions = new ConfigurationVersions(documents);
    this.rollouts = new Rollouts(documents, now, times);
    this.now = now;
    this.#config = config;
  }

  /** Milliseconds after which a node that does not report counts as silent. */
  get silentAfter(): number {
    return durationMs(this.#config.get('sidecars').sidecar_inactive_threshold) ?? 60_000;
  }

  /** Milliseconds after which a silent node is forgotten. */
  get forgottenAfter(): number {
    return durationMs(this.#config.get('sidecars').sidecar_expiration_threshold) ?? 14 * 86_400_000;
  }

  /** Invalidates all ETags after a change of collectors, configurations, variables or rollouts. */
  changed(): void {
    this.#generation += 1;
  }

  /** Invalidates the ETags of a node whose assignments or properties have changed. */
  nodeChanged(id: string): void {
    this.#epochs.set(id, (this.#epochs.get(id) ?? 0) + 1);
  }

  async forget(id: string): Promise<boolean> {
    this.#epochs.delete(id);
    this.#registered.delete(id);
    this.#assigned.delete(id);
    return this.nodes.remove(id);
  }

  assignments(node: NodeRecord): readonly Assignment[] {
    const epoch = this.#epochs.get(node.id) ?? 0;
    const known = this.#assigned.get(node.id);
    if (known?.generation === this.#generation && known.epoch === epoch) return known.list;
    const list = assignmentsOf(node, this.documents);
    this.#assigned.set(node.id, { generation: this.#generation, epoch, list });
    return list;
  }

  collectorsFor(node: NodeRecord): Collector[] {
    return this.documents.collectors.all().filter((collector) => fits(node, collector));
  }

  /** Tells whether a node is silent now. */
  isSilent({ seen }: NodeRecord, now = this.now()): boolean {
    return now - seen > this.silentAfter;
  }

  /**
   * Records a report of an agent.
   * @throws TooManyRequestsError when there are too many nodes, or too many new nodes in a short time
   */
  report(report: Report): NodeRecord {
    const { node, changed } = this.nodes.report(report, this.silentAfter);
    if (changed) this.nodeChanged(node.id);
    return node;
  }

  /**
   * Handles the registration of a sidecar agent.
   * @param etag ETag that the agent sent, without quotes
   * @throws BadRequestError for an empty name or invalid details
   * @throws TooManyRequestsError when there are too many nodes, or too many new nodes in a short time
   */
  register(
    id: string,
    body: RegistrationRequest,
    version: string,
    etag: string | undefined,
  ): Tagged<RegistrationResponse> {
    const name = body.node_name.trim();
    if (name === '') throw new BadRequestError('Request body "node_name": must not be empty');
    const details = nodeDetails(body.node_details);
    const node = this.report({ id, name, version, details, protocol: 'sidecar', opamp: null });
    const {
      sidecar_update_interval: interval,
      sidecar_send_status: send,
      sidecar_configuration_override: override,
    } = this.#config.get('sidecars');
    const epoch = this.#epochs.get(id) ?? 0;
    const settings = `${interval} ${send} ${override}`;
    const known = this.#registered.get(id);
    const isSame = known?.generation === this.#generation && known.epoch === epoch && known.settings === settings;
    if (isSame && etag === known.etag && this.nodes.actions(id).length === 0) return { etag, answer: undefined };
    const actions = this.nodes.takeActions(id);
    const answer: RegistrationResponse = {
      configuration: { update_interval: Math.round((durationMs(interval) ?? 30_000) / 1000), send_status: send },
      configuration_override: override,
      actions: actions.length > 0 ? actions : null,
      assignments: this.assignments(node).map(({ collector_id, configuration_id, assigned_from_tags }) => ({
        collector_id,
        configuration_id,
        assigned_from_tags,
      })),
    };
    const made = etagOf(answer);
    // The ETag of an answer with actions is not cached. The agent sends it with its next request; that request would
    // get "304 Not Modified" although the new answer no longer has the actions.
    if (actions.length === 0) this.#registered.set(id, { etag: made, generation: this.#generation, epoch, settings });
    else this.#registered.delete(id);
    return { etag: made, answer: actions.length === 0 && made === etag ? undefined : answer };
  }

  collectors(etag: string | undefined): Tagged<{ total: number; collectors: Collector[] }> {
    if (this.#collectors?.generation === this.#generation && this.#collectors.etag === etag)
      return { etag, answer: undefined };
    const collectors = [...this.documents.collectors.all()];
    const answer = { total: collectors.length, collectors };
    this.#collectors = { generation: this.#generation, etag: etagOf(answer) };
    return { etag: this.#collectors.etag, answer: this.#collectors.etag === etag ? undefined : answer };
  }

  /** Returns the version of a configuration for a node: during a rollout some nodes keep the previous one. */
  versionFor(
    nodeId: string,
    configuration: ConfigurationDocument,
  ): { readonly version: number; readonly template: string } {
    const rollout = this.rollouts.underWay(configuration.id);
    if (!rollout || this.rollouts.reaches(rollout, nodeId))
      return { version: versionOf(configuration), template: configuration.template };
    return { version: rollout.from_version, template: rollout.from_template };
  }

  /**
   * Renders a configuration for an agent.
   * @throws NotFoundError for an unknown id; BadRequestError when the template cannot be rendered for the node
   */
  render(nodeId: string, configurationId: string, etag: string | undefined): Tagged<SidecarConfiguration> {
    const node = this.nodes.get(nodeId);
    if (!node) throw new NotFoundError(`Couldn't find sidecar by ID: ${nodeId}`);
    const configuration = this.documents.configurations.get(configurationId);
    if (!configuration) throw new NotFoundError(`Couldn't find configuration by ID: ${configurationId}`);
    const { version, template } = this.versionFor(nodeId, configuration);
    const key = `${nodeId}\u0000${configurationId}`;
    const epoch = this.#epochs.get(nodeId) ?? 0;
    const known = this.#rendered.get(key);
    if (known?.generation === this.#generation && known.epoch === epoch && known.etag === etag) {
      this.nodes.delivered(node, configurationId, version);
      return { etag, answer: undefined };
    }
    const { id, name, collector_id, color, tags } = configuration;
    const answer = { id, name, collector_id, color, tags: [...tags], template: this.renderedFor(node, template, id) };
    const made = etagOf(answer);
    if (this.#rendered.size >= mostRendered) this.#rendered.delete(this.#rendered.keys().next().value ?? '');
    this.#rendered.set(key, { etag: made, generation: this.#generation, epoch, settings: '' });
    this.nodes.delivered(node, configurationId, version);
    return { etag: made, answer: made === etag ? undefined : answer };
  }

  /** Renders a template for a node. @throws BadRequestError that names line and column */
  renderedFor(node: NodeRecord, template: string, configurationId: string): string {
    try {
      return renderForNode(template, this.documents, renderedNode(node), configurationId);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      throw new BadRequestError(`Could not render template for sidecar ${node.name}: ${error.message}`);
    }
  }

  /** Returns the nodes to which a configuration is assigned. */
  members(configurationId: string): Member[] {
    const configuration = this.documents.configurations.get(configurationId);
    if (!configuration) return [];
    const now = this.now();
    // Only this configuration is checked, because there may be thousands of nodes and hundreds of configurations.
    return this.nodes
      .all()
      .filter((node) => assignmentOf(node, configuration, this.documents) !== undefined)
      .map((node) => ({ node, silent: this.isSilent(node, now) }));
  }

  /** Replaces the manual assignments of nodes. @throws NotFoundError for unknown or unsuitable ids */
  async assign(
    nodes: readonly { readonly node_id: string; readonly assignments: NodeRecord['manual'] }[],
  ): Promise<void> {
    const { collectors, configurations } = this.documents;
    const checked = nodes.map(({ node_id: id, assignments }) => {
      const node = this.nodes.get(id);
      if (!node) throw new NotFoundError(`Couldn't find sidecar with ID ${id}`);
      for (const { collector_id: collectorId, configuration_id: configurationId } of assignments) {
        const collector = collectors.get(collectorId);
        if (!collector) throw new NotFoundError(`Couldn't find collector with ID ${collectorId}`);
        const configuration = configurations.get(configurationId);
        if (!configuration) throw new NotFoundError(`Couldn't find configuration with ID ${configurationId}`);
        if (configuration.collector_id !== collectorId)
          throw new NotFoundError(`Configuration ${configuration.name} is not one of collector ${collector.name}`);
        if (!fits(node, collector))
          throw new NotFoundError(
            `Collector ${collector.name} for ${collector.node_operating_system} does not fit ${node.name} (${systemOf(node)})`,
          );
      }
      // Assignments that result from tags and rules are not stored as manual assignments.
      const automatic = new Set(
        this.assignments(node)
          .filter(({ assigned_from_tags: tags, assigned_from_rule: rule }) => tags.length > 0 || rule === true)
          .map(({ configuration_id }) => configuration_id),
      );
      const manual = assignments
        .filter(({ configuration_id }) => !automatic.has(configuration_id))
        .map(({ collector_id, configuration_id }) => ({ collector_id, configuration_id }));
      return { id, manual };
    });
    for (const { id, manual } of checked) {
      await this.nodes.assign(id, manual);
      this.nodeChanged(id);
    }
  }

  /** Queues actions for a node. @throws NotFoundError for an unknown node */
  act(id: string, actions: readonly CollectorAction[]): void {
    if (!this.nodes.get(id)) throw new NotFoundError(`Couldn't find sidecar with ID ${id}`);
    this.nodes.addActions(id, actions);
  }
}

const renderedNode = (node: NodeRecord): RenderedNode => ({
  nodeId: node.id,
  nodeName: node.name,
  version: node.version,
  operatingSystem: node.details.operating_system,
  tags: node.details.tags,
  directory: node.details.collector_configuration_directory,
});
