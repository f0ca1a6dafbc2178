/**
 * Routes for sidecar nodes: reports of agents, lists of nodes, assignments and actions (contract administration
 * sidecars.*, sidecarActions.*, sidecarAdmin.*).
 */
import * as endpoints from '../../../api/contract/sidecars.js';
import {
  ActionRequest,
  AdministrationRequest,
  AssignRequest,
  CollectorActions,
  RegistrationRequest,
  SidecarQuery,
  type SidecarFigures,
  type SidecarList,
  type SidecarSummary,
} from '../../../api/contract/sidecars.schema.js';
import { authorize } from '../auth/caller.js';
import { sidecarUsername } from '../auth/users.js';
import type { Needs } from '../context.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import { isSecure } from '../foundation/secure-request.js';
import { Yielder } from '../foundation/yielding.js';
import { apiPrefix } from '../http/api.js';
import type { Registry } from '../http/registry.js';
import { attribute, EntityList, text } from '../lists/entity-list.js';
import { compareVersions } from '../sidecars/assignment-rule.js';
import { sentEtag } from '../sidecars/etag.js';
import type { NodeRecord } from '../sidecars/nodes.js';
import { truthfulState, type TruthfulState } from '../sidecars/node-state.js';
import { summaryOf } from '../sidecars/summary.js';
import { troubleOf } from '../sidecars/watch.js';
import { tagged } from './sidecar-answers.js';

interface Seen {
  readonly node: NodeRecord;
  readonly state: TruthfulState;
}

const statusWords: Readonly<Record<string, string>> = { running: '0', unknown: '1', failing: '2', stopped: '3' };

/** Replaces words such as `running` in `status:running` by the numbers of the states. */
const withStatusNumbers = (query: string): string =>
  query.replace(/\bstatus:(=?)(\w+)/gi, (whole, sign: string, word: string) => {
    const number = statusWords[word.toLowerCase()];
    return number === undefined ? whole : `status:${sign}${number}`;
  });

const nodeName = ({ node }: Seen): string => node.name;
const list = new EntityList<Seen>(
  [
    text('node_name', nodeName, { alias: 'name' }),
    text('id', ({ node }) => node.id, { sortable: false }),
    text('node_id', ({ node }) => node.id),
    text('sidecar_version', ({ node }) => node.version),
    attribute('last_seen', 'last_seen', 'DATE', ({ node }) => new Date(node.seen).toISOString(), {
      searchable: true,
      sortBy: ({ node }) => node.seen,
    }),
    text('operating_system', ({ node }) => node.details.operating_system, { alias: 'node_details.operating_system' }),
    attribute('status', 'status', 'INT', ({ state }) => state.code, {
      searchable: true,
      alias: 'node_details.status.status',
    }),
  ],
  'node_name',
  ({ node }) => node.id,
);

export function registerSidecars(
  registry: Registry,
  { sidecars, auth, options }: Needs<'sidecars' | 'auth' | 'options'>,
): void {
  const seen = (node: NodeRecord, now: number, silentAfter: number): Seen => ({
    node,
    state: truthfulState(node.state, node.seen, now, silentAfter),
  });
  const summary = (node: NodeRecord, collectors: readonly string[] | null = null): SidecarSummary =>
    summaryOf(node, {
      assignments: sidecars.assignments(node),
      collectors,
      now: sidecars.now(),
      silentAfter: sidecars.silentAfter,
    });

  /** Computes the states of all nodes in slices that do not block the event loop. */
  async function allSeen(signal: AbortSignal, keep: (node: NodeRecord) => boolean = () => true): Promise<Seen[]> {
    const yielder = new Yielder(signal);
    const { silentAfter } = sidecars;
    const now = sidecars.now();
    const found: Seen[] = [];
    for (const node of sidecars.nodes.all()) {
      if (yielder.isOver) await yielder.pause();
      if (keep(node)) found.push(seen(node, now, silentAfter));
    }
    return found;
  }

  /** Returns the rows of a list without log files. Log files are large, and only the page of a node shows them. */
  async function summaries(
    items: readonly Seen[],
    collectorsOf: (node: NodeRecord) => readonly string[] | null,
    signal: AbortSignal,
  ): Promise<SidecarSummary[]> {
    const yielder = new Yielder(signal);
    const rows: SidecarSummary[] = [];
    for (const { node } of items) {
      if (yielder.isOver) await yielder.pause();
      const row = summary(node, collectorsOf(node));
      rows.push({ ...row, node_details: { ...row.node_details, log_file_list: null } });
    }
    return rows;
  }

  async function listed(query: SidecarQuery, signal: AbortSignal): Promise<SidecarList> {
    const onlyActive = query.only_active ?? false;
    const all = await allSeen(signal);
    const shown = onlyActive ? all.filter(({ state }) => !state.silent) : all;
    const { items, body } = list.page(shown, { ...query, query: withStatusNumbers(query.query ?? '') });
    const { total, count, page, per_page } = body;
    return {
      query: query.query ?? '',
      pagination: { total, count, page, per_page },
      total: all.length,
      only_active: onlyActive,
      sort: query.sort ?? 'node_name',
      order: query.order?.toLowerCase() ?? 'asc',
      sidecars: await summaries(items, () => null, signal),
    };
  }

  registry.serve(endpoints.listSidecars, { query: SidecarQuery }, ({ query, signal }) => listed(query, signal));
  registry.serve(endpoints.allSidecars, {}, ({ signal }) => listed({ per_page: 0 }, signal));
  registry.serve(endpoints.getSidecar, {}, ({ params }) => {
    const node = known(params.sidecarId);
    return { ...summary(node), opamp: node.opamp };
  });
  registry.serve(endpoints.deleteSidecar, {}, async ({ params }) => {
    if (!(await sidecars.forget(known(params.sidecarId).id))) throw missing(params.sidecarId);
    return undefined;
  });
  registry.serve(endpoints.registerSidecar, { body: RegistrationRequest }, ({ params, body, raw, reply }) => {
    const version = raw.headers['x-graylog-sidecar-version'] ?? raw.headers['x-sidecar-version'];
    if (typeof version !== 'string' || version.trim() === '')
      throw new BadRequestError('The header X-Graylog-Sidecar-Version is missing: it holds the version of the agent.');
    const etag = sentEtag(raw.headers['if-none-match']);
    return tagged(reply, sidecars.register(params.sidecarId, body, version.trim().slice(0, 100), etag), false);
  });

  const missing = (id: string): NotFoundError => new NotFoundError(`Could not find sidecar <${id}>`);
  /** Returns a node by its id. @throws NotFoundError when no node has the id */
  function known(id: string): NodeRecord {
    const node = sidecars.nodes.get(id);
    if (!node) throw missing(id);
    return node;
  }

  registry.serve(endpoints.assignConfigurations, { body: AssignRequest }, async ({ body, user }) => {
    authorize(user, 'sidecars:read', 'sidecars:update');
    await sidecars.assign(body.nodes);
    return undefined;
  });
  registry.serve(endpoints.getActions, {}, ({ params }) => [...sidecars.nodes.actions(known(params.sidecarId).id)]);
  registry.serve(endpoints.setActions, { body: CollectorActions }, ({ params, body }) => {
    sidecars.act(params.sidecarId, body);
    return undefined;
  });
  registry.serve(endpoints.actOnCollectors, { body: ActionRequest }, ({ body: { action, collectors } }) => {
    for (const { sidecar_id: id } of collectors) known(id);
    for (const { sidecar_id: id, collector_ids: ids } of collectors)
      sidecars.act(
        id,
        ids.map((collector_id) => ({ collector_id, properties: { [action]: true } })),
      );
    return undefined;
  });

  registry.serve(endpoints.administerSidecars, { body: AdministrationRequest }, async ({ body, user, signal }) => {
    authorize(user, 'sidecars:read', 'sidecar_collectors:read', 'sidecar_collector_configurations:read');
    const { collector, configuration, os, status } = body.filters ?? {};
    const wanted = configuration === undefined ? undefined : sidecars.documents.configurations.get(configuration);
    /** Returns the ids of the collectors of a node that match the filters of the request. */
    const collectorsOf = (node: NodeRecord): string[] =>
      sidecars
        .collectorsFor(node)
        .map(({ id }) => id)
        .filter((id) => collector === undefined || id === collector)
        .filter((id) => configuration === undefined || id === wanted?.collector_id);
    const isFiltered = Object.keys(body.filters ?? {}).length > 0;
    const keep = (node: NodeRecord): boolean => {
      if (!isFiltered) return true;
      if (os !== undefined && node.details.operating_system.toLowerCase() !== os.toLowerCase()) return false;
      if (collectorsOf(node).length === 0) return false;
      const assigned = sidecars.assignments(node);
      if (configuration !== undefined && !assigned.some(({ configuration_id: id }) => id === configuration))
        return false;
      return status === undefined || hasStatus(node, Number(status), collector);
    };
    const hasStatus = (node: NodeRecord, code: number, only: string | undefined): boolean => {
      if (sidecars.isSilent(node)) return code === 1;
      return (node.details.status?.collectors ?? []).some(
        (one) => one.status === code && (only === undefined || one.collector_id === only),
      );
    };
    const all = await allSeen(signal, keep);
    const query = withStatusNumbers(body.query ?? '');
    const { items, body: pagination } = list.page(all, { page: body.page ?? 1, per_page: body.per_page ?? 50, query });
    const { total, count, page, per_page } = pagination;
    return {
      query: body.query ?? '',
      pagination: { total, count, page, per_page },
      total: sidecars.nodes.size,
      only_active: false,
      sort: 'node_name',
      order: 'asc',
      sidecars: await summaries(items, collectorsOf, signal),
      filters: body.filters ?? null,
    };
  });

  registry.serve(endpoints.sidecarFigures, {}, async ({ signal }): Promise<SidecarFigures> => {
    const all = await allSeen(signal);
    const yielder = new Yielder(signal);
    const versions = new Map<string, number>();
    const counts = [0, 0, 0, 0];
    const attention: SidecarFigures['attention'] = [];
    const assigned = { automatic: 0, byHand: 0, without: 0 };
    for (const { node, state } of all) {
      if (yielder.isOver) await yielder.pause();
      counts[state.code] = (counts[state.code] ?? 0) + 1;
      versions.set(node.version, (versions.get(node.version) ?? 0) + 1);
      const assignments = sidecars.assignments(node);
      const automatic = assignments.some((one) => one.assigned_from_tags.length > 0 || one.assigned_from_rule === true);
      if (assignments.length === 0) assigned.without += 1;
      else if (automatic) assigned.automatic += 1;
      else assigned.byHand += 1;
      const trouble = troubleOf(node, state);
      if (trouble) {
        const { kind, message, since } = trouble;
        attention.push({ node_id: node.id, node_name: node.name, kind, message, since: new Date(since).toISOString() });
      }
    }
    return {
      running: counts[0] ?? 0,
      unknown: counts[1] ?? 0,
      failing: counts[2] ?? 0,
      stopped: counts[3] ?? 0,
      versions: [...versions]
        .map(([version, nodes]) => ({ version, nodes }))
        .sort((a, b) => compareVersions(b.version, a.version))
        .slice(0, 10),
      by_tags_or_rule: assigned.automatic,
      by_hand: assigned.byHand,
      without_configuration: assigned.without,
      attention: attention.sort((a, b) => b.since.localeCompare(a.since)).slice(0, 20),
    };
  });
  registry.serve(endpoints.sidecarEnrolment, {}, ({ raw }) => {
    const forwarded = raw.headers['x-forwarded-host'];
    const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim() ?? raw.headers.host ?? '';
    return {
      server_url: `${isSecure(raw) ? 'https' : 'http'}://${host}${apiPrefix(options.basePath)}`,
      user_id: auth.users.named(sidecarUsername)?.id ?? '',
      username: sidecarUsername,
    };
  });
}
