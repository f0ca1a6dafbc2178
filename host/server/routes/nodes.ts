/**
 * Routes that describe and control this node: pause, resume, load balancer status, shutdown (contract administration).
 */
import { Readable } from 'node:stream';
import { dirname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as endpoints from '../../../api/contract/nodes.js';
import type { ExposedConfiguration, PluginList } from '../../../api/contract/nodes.schema.js';
import { loadBalancerStatus } from '../../../api/contract/system.js';
import type { LoadBalancerStatus } from '../../../api/contract/system.schema.js';
import { authorize, permissionOn, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { BadRequestError, ForbiddenError, NotFoundError } from '../foundation/errors.js';
import { processBufferDump } from '../health/process-buffer.js';
import { aboutBytes, aboutOf } from '../plugins/plugin-about.js';
import { PluginFiles } from '../plugins/plugin-files.js';
import { StreamedAnswer, type Registry } from '../http/registry.js';

const balances: readonly LoadBalancerStatus[] = ['alive', 'dead', 'throttled'];
/** HTTP status for each load balancer status, because a load balancer reads only the HTTP status. */
const balanceStatus: Readonly<Record<LoadBalancerStatus, number>> = { alive: 200, dead: 503, throttled: 429 };

export function registerNodes(
  registry: Registry,
  {
    nodeId,
    processing,
    store,
    threadDumps,
    startedIn,
    options,
    config,
    stop,
  }: Needs<'nodeId' | 'processing' | 'store' | 'threadDumps' | 'startedIn' | 'options' | 'config' | 'stop'>,
): void {
  function ofThisNode<T>(id: string, read: () => T): T {
    if (id !== nodeId) throw new NotFoundError(`Node ${id} not found`);
    return read();
  }
  const onThisNode = (user: Caller, permission: string): void => authorize(user, permissionOn(permission, nodeId));

  async function threadDump(raw: FastifyRequest, reply: FastifyReply) {
    const text = await threadDumps.make();
    if (!/^text\/plain\b/i.test(raw.headers.accept ?? '')) return { threaddump: text };
    void reply.type('text/plain; charset=utf-8');
    return new StreamedAnswer(Readable.from([text]));
  }
  registry.serve(endpoints.threadDump, {}, ({ user, raw, reply }) => {
    onThisNode(user, 'threads:dump');
    return threadDump(raw, reply);
  });
  registry.serve(endpoints.nodeThreadDump, {}, ({ params, raw, reply }) =>
    ofThisNode(params.nodeId, () => threadDump(raw, reply)),
  );

  const bufferDump = () => processBufferDump(store.journal);
  registry.serve(endpoints.processBufferDump, {}, ({ user }) => {
    onThisNode(user, 'processbuffer:dump');
    return bufferDump();
  });
  registry.serve(endpoints.nodeProcessBufferDump, {}, ({ params }) => ofThisNode(params.nodeId, bufferDump));
  registry.serve(endpoints.clusterProcessBufferDump, {}, () => ({ [nodeId]: bufferDump() }));

  // The list contains only the plug-ins that run in the browser.
  const pluginFiles = options.plugins.map((place) => new PluginFiles(place));
  const plugins = async (): Promise<PluginList> => ({
    plugins: await Promise.all(
      pluginFiles.map(async (files) => {
        const beginning = await files.beginning(aboutBytes);
        const { author, website, version, description } = aboutOf(beginning ?? '');
        const otherwise = beginning === undefined ? 'Its module cannot be read.' : 'Plug-in of the console';
        return {
          unique_id: files.name,
          name: files.name,
          author,
          url: website,
          version,
          description: description || otherwise,
          required_version: '',
          required_capabilities: [],
        };
      }),
    ),
    total: pluginFiles.length,
  });
  registry.serve(endpoints.plugins, {}, plugins);
  registry.serve(endpoints.nodePlugins, {}, ({ params }) => ofThisNode(params.nodeId, plugins));
  registry.serve(endpoints.serviceManager, {}, () => ({ ...startedIn }));

  registry.serve(endpoints.exposedConfiguration, {}, (): ExposedConfiguration => {
    const { loadingLimit } = store.journal;
    return {
      inputbuffer_processors: 1,
      processbuffer_processors: 1,
      outputbuffer_processors: 1,
      output_batch_size: loadingLimit,
      processor_wait_strategy: 'blocking',
      inputbuffer_wait_strategy: 'blocking',
      inputbuffer_ring_size: 65_536,
      ring_size: 65_536,
      bin_dir: dirname(process.argv[1] ?? ''),
      data_dir: options.data,
      plugin_dir: '',
      node_id_file: join(options.data, 'documents.duckdb'),
      allow_highlighting: true,
      allow_leading_wildcard_searches: config.get('searches').allow_leading_wildcard_searches ?? true,
      stream_processing_timeout: 0,
      stream_processing_max_faults: 0,
      output_module_timeout: 0,
      stale_master_timeout: 0,
      stale_leader_timeout: 0,
    };
  });

  const pause = (user: Caller): undefined => {
    processing.pause(user.username);
  };
  const resume = (user: Caller): undefined => {
    if (processing.isEnding) throw new ForbiddenError('The server is ending: processing cannot be resumed.');
    processing.resume(user.username);
  };
  registry.serve(endpoints.pauseProcessing, {}, ({ user }) => {
    onThisNode(user, 'processing:changestate');
    return pause(user);
  });
  registry.serve(endpoints.resumeProcessing, {}, ({ user }) => {
    onThisNode(user, 'processing:changestate');
    return resume(user);
  });
  registry.serve(endpoints.unlockProcessing, {}, ({ user }) => {
    onThisNode(user, 'processing:changestate');
    // Pauses of this server are never locked, and only `resumeProcessing` and `resumeNode` end a pause, so this call
    // changes nothing.
    return undefined;
  });
  registry.serve(endpoints.pauseNode, {}, ({ params, user }) => ofThisNode(params.nodeId, () => pause(user)));
  registry.serve(endpoints.resumeNode, {}, ({ params, user }) => ofThisNode(params.nodeId, () => resume(user)));

  const persisted = () => {
    const status = processing.persisted();
    if (!status)
      throw new NotFoundError(
        'The processing status of this node has not been stored yet. Try again in a few seconds.',
      );
    return status;
  };
  registry.serve(endpoints.processingStatus, {}, () => processing.status());
  registry.serve(endpoints.persistedProcessingStatus, {}, persisted);
  registry.serve(endpoints.clusterProcessingStatus, {}, () => ({ [nodeId]: processing.status() }));
  registry.serve(endpoints.clusterPersistedProcessingStatus, {}, () => ({
    [nodeId]: processing.persisted() ?? null,
  }));

  registry.serve(loadBalancerStatus, {}, ({ reply }) => {
    const status = processing.loadBalancer;
    void reply.code(balanceStatus[status]);
    return status.toUpperCase();
  });
  const override = (name: string, user: Caller): undefined => {
    const status = balances.find((one) => one === name.toLowerCase());
    if (!status) throw new BadRequestError(`The status must be one of ${balances.join(', ')}.`);
    processing.override(status, user.username);
  };
  registry.serve(endpoints.overrideLoadBalancer, {}, ({ params, user }) => override(params.status, user));
  registry.serve(endpoints.overrideNodeLoadBalancer, {}, ({ params, user }) =>
    ofThisNode(params.nodeId, () => override(params.status, user)),
  );

  /** Stops the server after the caller has received the response. */
  const end = ({ raw }: FastifyReply): undefined => {
    processing.ending();
    if (raw.closed) stop();
    else raw.once('close', stop);
  };
  registry.serve(endpoints.shutDown, {}, ({ user, reply }) => {
    onThisNode(user, 'node:shutdown');
    end(reply);
    return { message: 'The server is shutting down and finishes its work.' };
  });
  registry.serve(endpoints.shutDownNode, {}, ({ params, reply }) => ofThisNode(params.nodeId, () => end(reply)));

  registry.serve(endpoints.licenseInfo, {}, () => ({ license_info: { license_status: 'absent' as const } }));
}
