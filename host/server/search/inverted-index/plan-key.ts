/** Computes short keys of plans: plans with equal keys find equal rows of a block. */
import { createHash } from 'node:crypto';
import type { Bound, Plan } from './plan.js';

const keys = new WeakMap<Plan, string>();

/** Returns the key under which the results of a plan are cached for each block. */
export function planKey(plan: Plan): string {
  const known = keys.get(plan);
  if (known !== undefined) return known;
  const key = createHash('sha256')
    .update(JSON.stringify(keyParts(plan)))
    .digest('base64');
  keys.set(plan, key);
  return key;
}

const fieldsOf = (fields: ReadonlySet<number>): number[] => [...fields].sort((a, b) => a - b);
const textOf = (value: Buffer): string => value.toString('latin1');
const boundOf = (bound: Bound | undefined): unknown => (bound ? [String(bound.value), bound.inclusive] : null);

/** Returns the parts of a plan that determine its result. */
function keyParts(plan: Plan): unknown {
  switch (plan.kind) {
    case 'key':
    case 'prefix':
      return [plan.kind, textOf(plan.value), ...fieldsOf(plan.fields)];
    case 'keys':
      return [plan.kind, plan.values.map(textOf), ...fieldsOf(plan.fields)];
    case 'walk':
      return [plan.kind, plan.id, textOf(plan.prefix), ...fieldsOf(plan.fields)];
    case 'phrase':
      return [plan.kind, plan.words.map(textOf), plan.field, plan.slop];
    case 'range':
      return [plan.kind, plan.field, boundOf(plan.lower), boundOf(plan.upper)];
    case 'unknown':
      return [plan.kind];
    case 'maybe':
    case 'not':
      return [plan.kind, keyParts(plan.part)];
    case 'all':
    case 'any': {
      const [only] = plan.parts;
      return only && plan.parts.length === 1 ? keyParts(only) : [plan.kind, ...plan.parts.map(keyParts)];
    }
  }
}
