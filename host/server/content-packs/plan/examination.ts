/** Examines, before anything is changed, whether this server can create the entities of a pack. */
import { ApiError } from '../../foundation/errors.js';
import { lookupTables } from '../kinds/lookup.js';
import type { Api, PackNames } from '../kind.js';
import type { PackPlace } from '../pack-error.js';
import { listIn, objectIn, textIn, type PlainData } from '../values.js';
import type { Read } from './read-entity.js';
import { reasonOf } from './refusal.js';
import type { Step } from './types.js';
import { isObject } from '../../foundation/is-object.js';

/** Returns the expressions with grok patterns in the extractors of an input. */
const expressionsIn = (data: PlainData): string[] =>
  listIn(data, 'extractors').flatMap((one) => {
    const expression = isObject(one) ? textIn(objectIn(one, 'configuration'), 'grok_pattern') : '';
    return expression === '' ? [] : [expression];
  });

async function namesOf(api: Api, all: readonly Read[]): Promise<PackNames> {
  const of = (type: string): PlainData[] => all.flatMap(({ kind, data }) => (kind?.type === type ? [data] : []));
  const patterns = new Map(of('grok_pattern').map((data) => [textIn(data, 'name'), textIn(data, 'pattern')]));
  // Only patterns have names, so each expression gets a temporary name under which it is compiled.
  const expressions = new Map(
    of('input')
      .flatMap(expressionsIn)
      .map((expression, at) => [expression, `__expression_${at}`]),
  );
  const examined = new Map([...patterns, ...[...expressions].map(([expression, name]) => [name, expression] as const)]);
  const faults = examined.size === 0 ? undefined : await api.grokFaults?.(examined);
  const tables = new Set(of('lookup_table').map((data) => textIn(data, 'name')));
  if (of('input').length > 0) for (const { name } of await lookupTables(api)) tables.add(name);
  return {
    patternProblem: (name) => faults?.get(name),
    expressionProblem: (expression) => faults?.get(expressions.get(expression) ?? ''),
    hasTable: (name) => tables.has(name),
  };
}

export interface Examined {
  readonly step: Step;
  /** Reason why the entity cannot be created or changed; undefined: no reason was found. */
  readonly problem?: { readonly reason: string; readonly place: PackPlace };
}

export class Examination {
  readonly #api: Api;
  readonly #names: PackNames;

  private constructor(api: Api, names: PackNames) {
    this.#api = api;
    this.#names = names;
  }

  static async of(api: Api, all: readonly Read[]): Promise<Examination> {
    return new Examination(api, await namesOf(api, all));
  }

  /**
   * Returns the step with data that this server can use, or with the reason why this server cannot create the entity.
   */
  async examined(step: Step): Promise<Examined> {
    const { kind, act, existing, planned } = step;
    if (act !== 'create' && act !== 'update' && act !== 'take') return { step };
    const { data, left } = (await kind.usable?.(this.#api, step.data, this.#names)) ?? { data: step.data, left: [] };
    planned.warnings.push(...left);
    try {
      await kind.check?.(this.#api, data, this.#names, existing?.id);
      return { step: { ...step, data } };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { reason, path } = reasonOf(error);
      const entity = { id: step.entity.id, type: step.entity.type.name, title: planned.title };
      return { step, problem: { reason, place: { entity, ...(path !== undefined && { path }) } } };
    }
  }
}
