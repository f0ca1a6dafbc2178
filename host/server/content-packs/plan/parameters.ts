/** Determines the value of every parameter of a pack for an installation. */
import type { ContentPack, PlannedParameter } from '../../../../api/contract/content-packs.schema.js';
import { typeProblem } from '../values.js';
import type { PlanRequest } from './types.js';

/** Returns the values of the parameters without a problem, and a description of each parameter with its problem. */
export function parametersOf(
  pack: ContentPack,
  request: PlanRequest,
): { values: Map<string, unknown>; planned: PlannedParameter[] } {
  const values = new Map<string, unknown>();
  const planned = pack.parameters.map((parameter): PlannedParameter => {
    const { name, type, default_value: usual } = parameter;
    const given = Object.hasOwn(request.parameters ?? {}, name) ? request.parameters?.[name] : undefined;
    const known = request.upgraded?.values.get(name);
    const value = given?.['@value'] ?? (known !== undefined && typeProblem(type, known) === undefined ? known : usual);
    let problem: string | null;
    if (value === null || value === undefined) problem = 'It needs a value.';
    else if (given && given['@type'] !== type) problem = `It is of the type ${type}, not ${given['@type']}.`;
    else problem = typeProblem(type, value)?.replace(/^./, (first) => first.toUpperCase()) ?? null;
    if (problem === null) values.set(name, value);
    return { ...parameter, value: value ?? null, problem, warning: null, suggestion: null };
  });
  return { values, planned };
}
