/**
 * Mounts the endpoints for monitoring beside the API: `/metrics` in the text format of Prometheus
 * (https://prometheus.io/docs/instrumenting/exposition_formats/), and `/health` with reasons. Everybody may request the
 * status; the metrics and the reasons are restricted to this machine, to the networks of `--metrics-networks` and to
 * users who may read all metrics.
 */
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { can } from '../auth/caller.js';
import type { Auth } from '../auth/auth.js';
import { ForbiddenError, UnauthorizedError } from '../foundation/errors.js';
import type { HealthChecks } from './health.js';
import type { Metrics } from '../metrics/metrics.js';
import { prometheusText, prometheusType } from '../metrics/prometheus.js';
import type { ServerOptions } from '../options/options.js';
import { apiPolicy, challenge, isSameOrigin } from '../http/security.js';

const metricsPermission = 'metrics:readall';
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

const isLoopback = (address: string): boolean =>
  address === '::1' || (isIP(address.replace(/^::ffff:/, '')) === 4 && /^(?:::ffff:)?127\./.test(address));

/**
 * Tells whether a program on this machine sends the request directly: not a proxy on behalf of others, and not a page
 * whose host name was made to resolve to this machine (DNS rebinding).
 */
export function isFromHere({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    loopbackHost.test(headers.host ?? '') &&
    headers.origin === undefined &&
    forwarding.every((name) => headers[name] === undefined)
  );
}

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');

/**
 * Returns a function that tells whether a monitoring system in the listed networks sends a request. The sender's
 * address is the one that trusted proxies report. A request through another proxy or from a page is not accepted.
 */
export function isFromNetworks(
  networks: readonly string[],
): (request: Pick<FastifyRequest, 'socket' | 'headers' | 'ip'>) => boolean {
  const listed = new BlockList();
  for (const network of networks) {
    if (network === 'loopback') continue;
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) listed.addAddress(address, family);
    else listed.addSubnet(address, Number(prefix), family);
  }
  return (request) => {
    const { headers, socket } = request;
    const address = plainAddress(request.ip);
    if (isLoopback(address)) return networks.includes('loopback') && isFromHere(request);
    // An untrusted proxy may forward requests of anybody.
    const isForwarded = forwarding.some((name) => headers[name] !== undefined);
    if (headers.origin !== undefined || (isForwarded && request.ip === socket.remoteAddress)) return false;
    return listed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
}

export interface ProbeRooms {
  readonly options: Pick<ServerOptions, 'basePath' | 'trustProxy' | 'metricsNetworks'>;
  readonly auth: Auth;
  readonly metrics: Metrics;
  readonly health: HealthChecks;
}

export function mountProbes(app: FastifyInstance, { options, auth, metrics, health }: ProbeRooms): void {
  const prefix = options.basePath === '/' ? '' : options.basePath;
  const isListed = isFromNetworks(options.metricsNetworks);
  // Behind a trusted proxy every request may come from the local machine, so the address alone proves nothing.
  const isHere = (request: FastifyRequest): boolean =>
    (options.trustProxy.length === 0 && isFromHere(request)) || isListed(request);
  const callerOf = async (request: FastifyRequest) => {
    const caller = (await auth.identify(request, isSameOrigin(request)))?.caller;
    return caller?.guest ? undefined : caller;
  };

  /**
   * Checks that a caller may read the metrics.
   * @throws UnauthorizedError when the caller is not authenticated, ForbiddenError without the permission
   */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (isHere(request)) return;
    const caller = await callerOf(request).catch((error: unknown) => {
      if (error instanceof UnauthorizedError) challenge(request, reply);
      throw error;
    });
    if (!caller) {
      challenge(request, reply);
      throw new UnauthorizedError();
    }
    if (!can(caller, metricsPermission)) throw new ForbiddenError(`Not authorized: this needs ${metricsPermission}.`);
  }
  const headers = { 'Content-Security-Policy': apiPolicy, 'Cache-Control': 'no-store' };

  app.get(`${prefix}/metrics`, async (request, reply) => {
    void reply.headers(headers);
    await admit(request, reply);
    return reply.type(prometheusType).send(prometheusText(metrics.all()));
  });
  app.get(`${prefix}/health`, async (request, reply) => {
    const found = await health.look();
    const mayKnow =
      isHere(request) ||
      (await callerOf(request).then(
        (one) => one && can(one, metricsPermission),
        () => false,
      ));
    void reply.headers(headers).code(found.status === 'failed' ? 503 : 200);
    if (mayKnow) return reply.send(found);
    // Names and states of the checks are public; their reasons are not, because they contain internal numbers.
    const checks = Object.entries(found.checks).map(([name, { status }]) => [name, { status }]);
    return reply.send({ status: found.status, checks: Object.fromEntries(checks) as unknown });
  });
}
