/** Matches requests with the endpoints of a reference server (the contract's table) in the same way as its router. */
import { readFileSync } from 'node:fs';

type Row = readonly [method: string, path: string, ...rest: unknown[]];
const { endpoints } = JSON.parse(
  readFileSync(new URL('../../api/contract/answer-shapes.json', import.meta.url), 'utf8'),
) as { endpoints: readonly Row[] };

const plain = (path: string): string => path.replace(/\{\w+\}/g, '{}');
/** Endpoints that the contract lists but the reference server does not have. */
const absent = new Set(['POST /search/mapdata', 'GET /dashboards/{}', 'POST /views/forValue']);

/** Methods of each path. */
const known = new Map<string, Set<string>>();
for (const [method, path] of endpoints) {
  const at = plain(path);
  if (!absent.has(`${method} ${at}`)) known.set(at, (known.get(at) ?? new Set()).add(method));
}
const literal = (path: string): number => path.replaceAll('{}', '').length;
/** Paths with more literal letters match first: `/system/inputs/types` is not the id of an input. */
const patterns = [...known.keys()]
  .sort((a, b) => literal(b) - literal(a))
  .map((path) => {
    const parts = path.split('{}').map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
    return [path, new RegExp(`^${parts.join('[^/]+')}$`)] as const;
  });

/**
 * Finds the path first and then its method, so that another method is a 405 instead of a 404.
 * @returns for instance `GET /views/{}`
 */
export function placeOf(method: string, path: string): string | 404 | 405 {
  const at = patterns.find(([, pattern]) => pattern.test(path))?.[0];
  if (at === undefined) return 404;
  const answeredMethod = method === 'HEAD' ? 'GET' : method;
  return known.get(at)?.has(answeredMethod) ? `${answeredMethod} ${at}` : 405;
}
