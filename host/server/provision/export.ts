/** Writes all objects that can be provisioned into a directory, in the layout of a provisioning directory. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Api } from '../content-packs/kind.js';
import { escapedVariables } from './files.js';
import { provisionKinds } from './kinds.js';
import { Names } from './plan.js';
import { isObject } from '../foundation/is-object.js';

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80)
    .toLowerCase() || 'object';

/** Escapes `${…}` in all texts of a value, so that they are not read as references to environment variables. */
function escaped(value: unknown): unknown {
  if (typeof value === 'string') return escapedVariables(value);
  if (Array.isArray(value)) return value.map(escaped);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, escaped(one)]));
  return value;
}

/** Exports all objects. @returns the number of written files by type */
export async function exportAll(api: Api, directory: string): Promise<Record<string, number>> {
  const names = new Names();
  const lists = await Promise.all(
    provisionKinds.map(async (kind) => ({ kind, list: api.serves(kind.needs) ? await kind.list(api) : [] })),
  );
  for (const { kind, list } of lists) for (const one of list) names.add(kind.type, one);
  const written: Record<string, number> = {};
  for (const { kind, list } of lists) {
    const folder = join(directory, kind.type);
    const counts = new Map<string, number>();
    for (const { key, title } of list) counts.set(slugOf(key ?? title), (counts.get(slugOf(key ?? title)) ?? 0) + 1);
    const numbers = new Map<string, number>();
    for (const { id, key, title } of list) {
      const read = await kind.read(api, id);
      if (!read) continue;
      const slug = slugOf(key ?? title);
      const number = (numbers.get(slug) ?? 0) + 1;
      numbers.set(slug, number);
      const suffix = (counts.get(slug) ?? 1) > 1 ? `-${String(number).padStart(4, '0')}` : '';
      const data = escaped(read.data(names.nameOf));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `${slug}${suffix}.yaml`), stringify({ type: kind.type, data }, { lineWidth: 0 }), {
        mode: 0o600,
      });
      written[kind.type] = (written[kind.type] ?? 0) + 1;
    }
  }
  return written;
}
