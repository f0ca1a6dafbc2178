/**
 * Routes of collector configurations: stored with versions, rendered for agents and previews, rolled out in stages
 * (contract administration sidecarConfigs.*).
 */
import * as endpoints from '../../../api/contract/sidecars.js';
import { PageQuery } from '../../../api/contract/list.schema.js';
import {
  ConfigurationBody,
  longestName,
  PreviewRequest,
  RuleRequest,
  UploadsQuery,
  type SidecarConfiguration,
} from '../../../api/contract/sidecars.schema.js';
import { authorize, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { StoredEntities } from '../entities/entity-routes.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import { newEntityId } from '../foundation/ids.js';
import { Yielder } from '../foundation/yielding.js';
import type { Registry } from '../http/registry.js';
import { EntityList, text } from '../lists/entity-list.js';
import { AssignmentRuleError, parseAssignmentRule } from '../sidecars/assignment-rule.js';
import { fits, ruleNode } from '../sidecars/assignments.js';
import { versionOf } from '../sidecars/documents.js';
import { sentEtag } from '../sidecars/etag.js';
import { renderPreview } from '../sidecars/rendering.js';
import { TemplateError } from '../../../api/sidecar-template/template-error.js';
import { configurationProblems, refuse, validationOf } from '../sidecars/validation.js';
import { listPage, tagged } from './sidecar-answers.js';

const mostConfigurations = 500;
/** Largest number of nodes that the test of an assignment rule lists. */
const mostMatches = 100;

const list = new EntityList<SidecarConfiguration>(
  [text('name', ({ name }) => name), text('id', ({ id }) => id), text('collector_id', ({ collector_id: id }) => id)],
  'name',
  ({ id }) => id,
);

/** Converts a checked request to its stored form. */
const configurationOf = (id: string, body: ConfigurationBody, version: number): SidecarConfiguration => ({
  id,
  name: (body.name ?? '').slice(0, longestName),
  collector_id: body.collector_id ?? '',
  color: body.color ?? '',
  template: body.template ?? '',
  tags: [...new Set(body.tags ?? [])].filter((tag) => tag.trim() !== ''),
  assignment_rule: body.assignment_rule ?? '',
  version,
});

export function registerSidecarConfigurations(
  registry: Registry,
  { documents, sidecars }: Needs<'documents' | 'sidecars'>,
  entities: Entities,
): void {
  const { versions, rollouts } = sidecars;
  const isInUse = (id: string): boolean => sidecars.members(id).length > 0;
  const stored = new StoredEntities<SidecarConfiguration>(documents, entities, {
    type: 'sidecar_configuration',
    missing: (id) => `Could not find configuration <${id}>`,
    leave: async ({ id }) => {
      if (isInUse(id)) throw new BadRequestError('Configuration still in use, cannot delete.');
      await versions.remove(id);
      await rollouts.forget(id);
      sidecars.nodes.forgetConfiguration(id);
    },
  });

  async function create(body: ConfigurationBody, user: Caller): Promise<SidecarConfiguration> {
    refuse(configurationProblems(body, sidecars.documents));
    if (stored.all().length >= mostConfigurations)
      throw new BadRequestError(
        `There are ${mostConfigurations} configurations, which is as many as there may be. Delete one first.`,
      );
    const configuration = await stored.create(configurationOf(newEntityId(), body, 1), user);
    await versions.add(configuration, user.username);
    sidecars.changed();
    return configuration;
  }

  /**
   * Stores a change as the next version of a configuration. A staged change starts a rollout when the template differs
   * and nodes have the configuration.
   * @param restoredFrom number of the former version that is restored; null: the change restores none
   */
  async function change(
    before: SidecarConfiguration,
    body: ConfigurationBody,
    user: Caller,
    restoredFrom: number | null = null,
  ): Promise<SidecarConfiguration> {
    refuse(configurationProblems(body, sidecars.documents, before.id));
    if (body.collector_id !== before.collector_id && isInUse(before.id))
      throw new BadRequestError('Configuration still in use, cannot change collector type.');
    const next = configurationOf(before.id, body, versionOf(before) + 1);
    const running = rollouts.underWay(before.id);
    const members = body.staged === true && next.template !== before.template ? sidecars.members(before.id) : [];
    const configuration = await stored.update(before.id, () => next, user);
    await versions.add(configuration, user.username, restoredFrom, before);
    if (running)
      await rollouts.change(running, { state: 'rolled_back', reason: 'A newer version has taken its place.' });
    if (members.length > 0)
      await rollouts.start(
        {
          configuration_id: before.id,
          from_version: running?.from_version ?? versionOf(before),
          from_template: running?.from_template ?? before.template,
          to_version: versionOf(configuration),
          username: user.username,
        },
        members,
      );
    sidecars.changed();
    return configuration;
  }

  registry.serve(endpoints.listConfigurations, { query: PageQuery }, ({ query }) => {
    const { items, facts } = listPage(list, stored.all(), query);
    return {
      ...facts,
      configurations: items.map(({ template: _template, ...summary }) => summary),
    };
  });
  // Agents of reference servers before version 3.0 uploaded their configurations; no supported agent does, so the list
  // is always empty.
  registry.serve(endpoints.listUploads, { query: UploadsQuery }, ({ query }) => ({
    pagination: { total: 0, count: 0, page: query.page ?? 1, per_page: 10 },
    total: 0,
    uploads: [],
  }));
  registry.serve(endpoints.getConfiguration, {}, ({ params }) => stored.get(params.id));
  registry.serve(endpoints.sidecarsOfConfiguration, {}, ({ params, user }) => {
    authorize(user, 'sidecar_collector_configurations:read', 'sidecars:read');
    const { id } = stored.get(params.id);
    return { configuration_id: id, sidecar_ids: sidecars.members(id).map(({ node }) => node.id) };
  });
  registry.serve(endpoints.createConfiguration, { body: ConfigurationBody }, ({ body, user }) => create(body, user));
  registry.serve(endpoints.updateConfiguration, { body: ConfigurationBody }, ({ params, body, user }) => {
    const before = stored.get(params.id);
    // Consoles of the reference server do not know assignment rules, so a rule that is absent in the request is kept.
    const rule = body.assignment_rule === undefined ? { assignment_rule: before.assignment_rule ?? '' } : {};
    return change(before, { ...body, ...rule }, user);
  });
  registry.serve(endpoints.copyConfiguration, {}, async ({ params, user }) => {
    authorize(user, 'sidecar_collector_configurations:read', 'sidecar_collector_configurations:create');
    await create({ ...stored.get(params.id), name: params.name, tags: [], assignment_rule: '' }, user);
    return undefined;
  });
  registry.serve(endpoints.deleteConfiguration, {}, async ({ params, user, reply }) => {
    if (!sidecars.documents.configurations.get(params.id)) {
      void reply.code(304);
      return undefined;
    }
    await stored.remove(params.id, user);
    sidecars.changed();
    return undefined;
  });
  registry.serve(endpoints.validateConfiguration, { body: ConfigurationBody }, ({ body }) =>
    validationOf(configurationProblems(body, sidecars.documents, body.id ?? undefined)),
  );
  registry.serve(endpoints.renderConfiguration, {}, ({ params, raw, reply }) =>
    tagged(
      reply,
      sidecars.render(params.sidecarId, params.configurationId, sentEtag(raw.headers['if-none-match'])),
      true,
    ),
  );
  registry.serve(endpoints.previewConfiguration, { body: PreviewRequest }, ({ body, user }) => {
    try {
      if (!body.node_id) return { preview: renderPreview(body.template, sidecars.documents) };
      authorize(user, 'sidecars:read');
      const node = sidecars.nodes.get(body.node_id);
      if (!node) throw new NotFoundError(`Could not find sidecar <${body.node_id}>`);
      return { preview: sidecars.renderedFor(node, body.template, body.configuration_id ?? '<configuration id>') };
    } catch (error) {
      if (error instanceof TemplateError)
        throw new BadRequestError(`Could not render template preview: ${error.message}`);
      throw error;
    }
  });
  registry.serve(endpoints.matchAssignmentRule, { body: RuleRequest }, async ({ body, user, signal }) => {
    authorize(user, 'sidecar_collector_configurations:read', 'sidecars:read');
    try {
      const matches = parseAssignmentRule(body.assignment_rule);
      const collector = sidecars.documents.collectors.get(body.collector_id ?? '');
      const yielder = new Yielder(signal);
      const found = [];
      for (const node of sidecars.nodes.all()) {
        if (yielder.isOver) await yielder.pause();
        if (matches(ruleNode(node)) && (!collector || fits(node, collector))) found.push(node);
      }
      const nodes = found
        .sort((a, b) => a.name.localeCompare(b.name, 'en'))
        .slice(0, mostMatches)
        .map(({ id, name, details }) => ({ node_id: id, node_name: name, operating_system: details.operating_system }));
      return { total: found.length, nodes };
    } catch (error) {
      if (error instanceof AssignmentRuleError) throw new BadRequestError(error.message);
      throw error;
    }
  });
  registry.serve(endpoints.configurationVersions, {}, ({ params }) => ({
    versions: versions.of(stored.get(params.id)),
  }));
  registry.serve(endpoints.restoreConfiguration, {}, ({ params, user }) => {
    const before = stored.get(params.id);
    return restore(before, Number(params.version), user);
  });

  /**
   * Restores a former version of a configuration as its next version.
   * @throws NotFoundError when the version is no longer kept
   */
  function restore(before: SidecarConfiguration, number: number, user: Caller): Promise<SidecarConfiguration> {
    const version = versions.find(before.id, number);
    if (!version) throw new NotFoundError(`Configuration ${before.name} has no version ${number} that is still kept.`);
    const { name, template, tags, assignment_rule } = version;
    return change(before, { ...before, name, template, tags, assignment_rule }, user, number);
  }
}
