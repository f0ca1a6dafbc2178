/** Finds entities that already exist on the server, and names that are still free. */
import type { Api, ContentKind, Listed } from '../kind.js';
import { textIn, type PlainData } from '../values.js';

/** Finds entities of the server by kind and key; the entities of each kind are read once. */
export class Existing {
  readonly #api: Api;
  readonly #lists = new Map<string, Promise<Map<string, Listed>>>();

  constructor(api: Api) {
    this.#api = api;
  }

  async find(kind: ContentKind, key: string): Promise<Listed | undefined> {
    let list = this.#lists.get(kind.type);
    if (!list) {
      list = kind.list(this.#api).then((all) => new Map(all.map((one) => [one.key ?? one.title, one])));
      this.#lists.set(kind.type, list);
    }
    return (await list).get(key);
  }
}

const separators: Readonly<Record<string, string>> = {
  grok_pattern: '_',
  lookup_table: '-',
  lookup_adapter: '-',
  lookup_cache: '-',
};

/**
 * Returns a free name that is derived from the entity's name.
 * @param rev first number that is appended, if it is 2 or more
 */
export async function freeName(existing: Existing, kind: ContentKind, data: PlainData, rev: number): Promise<string> {
  const { keyOf, renamed } = kind.matching ?? { keyOf: textOfTitle, renamed: (one: PlainData) => one };
  const base =
    kind.titleOf(data) === '' ? keyOf(data) : kind.type.startsWith('lookup_') ? keyOf(data) : kind.titleOf(data);
  for (let number = Math.max(2, rev); number < 10_000; number += 1) {
    const name = `${base}${separators[kind.type] ?? ' '}${number}`;
    if (!(await existing.find(kind, keyOf(renamed(data, name))))) return name;
  }
  return `${base}-${Date.now()}`;
}

const textOfTitle = (data: PlainData): string => textIn(data, 'title');
