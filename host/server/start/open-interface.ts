/** Opens the interface of the server: API routes, health checks, plug-ins and pages. It does not listen yet. */
import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../../api/contract/index.js';
import { listProvisioned } from '../../../api/contract/provisioning.js';
import type { ServerContext } from '../context.js';
import { guestAccess } from '../embed/guest-access.js';
import { HealthChecks } from '../health/health.js';
import { mountProbes } from '../health/probes.js';
import { apiPrefix, mountApi } from '../http/api.js';
import { createHttp } from '../http/http.js';
import { mountPages } from '../http/static.js';
import type { RootLog } from '../log/log.js';
import type { EventLoop } from '../metrics/event-loop.js';
import type { Throughput } from '../metrics/metrics.js';
import type { ProcessMetrics } from '../metrics/process-metrics.js';
import { mountPlugins } from '../plugins/mount-plugins.js';
import { Provisioning } from '../provision/provisioning.js';
import { registerRoutes } from '../routes/index.js';
import { mountOpamp } from '../sidecars/opamp/mount-opamp.js';
import { defaultLimits } from '../store/store-limits.js';
import type { Opened } from './opened.js';

const healthNoteMs = 10_000;

export interface InterfaceNeeds {
  readonly context: ServerContext;
  readonly throughput: Throughput;
  readonly figures: ProcessMetrics;
  readonly eventLoop: EventLoop;
  readonly storeFailure: () => string | undefined;
  /** Directory of the built page and elements. */
  readonly pages: string;
  readonly log: RootLog;
}

export interface Interface {
  readonly app: FastifyInstance;
  readonly provisioning: Provisioning;
}

export async function openInterface(needs: InterfaceNeeds, opened: Opened): Promise<Interface> {
  const { context, throughput, figures, eventLoop, storeFailure, pages, log } = needs;
  const { options, documents, store, intake, processing, auth, metrics, sidecars, snapshots } = context;
  const registry = registerRoutes(context, throughput);
  const provisioning = new Provisioning({
    directory: options.provision,
    environment: process.env,
    registry,
    documents,
    log: log.with({ room: 'provisioning' }),
  });
  registry.serve(listProvisioned, {}, () => ({ objects: provisioning.objects() }));
  registry.complete(endpoints);

  const health = new HealthChecks({
    directory: options.data,
    store,
    intake,
    loop: () => eventLoop.figures,
    isPaused: () => !processing.isProcessing,
    limits: defaultLimits(),
    storeFailure,
  });
  opened.every(healthNoteMs, () => health.note());

  const httpLog = log.with({ room: 'http' });
  const app = await createHttp(options, httpLog);
  figures.watch(app, apiPrefix(options.basePath));
  mountApi(app, { registry, options, auth, log: httpLog, serveGuest: guestAccess({ auth, documents }) });
  mountProbes(app, { options, auth, metrics, health });
  opened.add(mountOpamp(app, { sidecars, auth, options, log: log.with({ room: 'sidecars' }) }));
  mountPlugins(app, options, httpLog);
  mountPages(app, options, pages, {
    nameOf: (request) => auth.nameBySession(request),
    hasSnapshot: (token) => snapshots.find(token) !== undefined,
  });
  return { app, provisioning };
}
