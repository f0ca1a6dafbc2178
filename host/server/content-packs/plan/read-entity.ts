/** Reads the entities of a pack: fills in parameters, converts old dashboards, and sorts dependencies first. */
import type { ContentEntity } from '../../../../api/contract/catalogue.schema.js';
import { referencesOf } from '../../grok/grok.js';
import { contentKind, contentKinds } from '../kinds/index.js';
import { ruleKind, withTextsForCharacters } from '../kinds/pipeline.js';
import type { Api, ContentKind } from '../kind.js';
import { convertedAlerts } from '../old-alerts.js';
import { convertedDashboard } from '../old-dashboard.js';
import { PackError } from '../pack-error.js';
import { textIn, unwrapped, type PlainData } from '../values.js';

/** An entity of a pack with plain data. */
export interface Read {
  readonly entity: ContentEntity;
  /** Kind of the entity; undefined: this program does not know the type, or the server lacks its endpoints. */
  readonly kind: ContentKind | undefined;
  readonly data: PlainData;
  /** Names of the parameters that provide values, by the path of the value. */
  readonly used: ReadonlyMap<string, string>;
  readonly problem?: string;
  readonly warnings: readonly string[];
}

/**
 * Reads an entity.
 * @param values parameter values by name; null for a parameter without a value, which the plan reports separately. A
 * parameter without an entry makes the entity unreadable (`problem`)
 */
export function readEntity(entity: ContentEntity, values: ReadonlyMap<string, unknown>, api: Api): Read {
  const known = contentKind(entity.type.name, entity.type.version);
  const kind = known && api.serves(known.needs) ? known : undefined;
  try {
    const { data, parameters } = unwrapped(entity.data, values);
    const plain = data as PlainData;
    if (known === ruleKind) {
      const source = textIn(plain, 'source');
      const written = withTextsForCharacters(source);
      const warnings = written === source ? [] : ['Characters in single quotes were written as texts.'];
      return { entity, kind, data: { ...plain, source: written }, used: parameters, warnings };
    }
    if (entity.type.name !== 'dashboard' || entity.type.version !== '1')
      return {
        entity,
        kind,
        data: plain,
        used: parameters,
        warnings: convertedAlerts(entity, [...values.keys()]).warnings,
      };
    const { data: converted, left } = convertedDashboard(plain);
    const warnings = left.map((one) => `${one} could not be converted.`);
    return { entity, kind, data: converted, used: parameters, warnings };
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    return { entity, kind, data: {}, used: new Map(), problem: error.message, warnings: [] };
  }
}

/** Sorts entities by the order of their kinds; grok patterns that other patterns use come first. */
export function ordered(all: readonly Read[]): Read[] {
  const rank = (one: Read): number => (one.kind ? contentKinds.indexOf(one.kind) : contentKinds.length);
  const patterns = new Map(
    all.filter(({ kind }) => kind?.type === 'grok_pattern').map((one) => [textIn(one.data, 'name'), one]),
  );
  const done = new Set<Read>();
  const visit = (one: Read): void => {
    if (done.has(one)) return;
    done.add(one);
    for (const name of referencesOf(textIn(one.data, 'pattern'))) {
      const used = patterns.get(name);
      if (used) visit(used);
    }
    inOrder.push(one);
  };
  const inOrder: Read[] = [];
  for (const one of patterns.values()) visit(one);
  const place = new Map(inOrder.map((one, at) => [one, at]));
  return all.toSorted((a, b) => rank(a) - rank(b) || (place.get(a) ?? 0) - (place.get(b) ?? 0));
}
