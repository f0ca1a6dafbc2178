/**
 * Checks collectors, configurations and variables before they are stored (contract administration collector and
 * sidecar configuration validation). Problems are reported by field, as the forms show them.
 */
import type {
  CollectorBody,
  ConfigurationBody,
  SidecarValidation,
  VariableBody,
} from '../../../api/contract/sidecars.schema.js';
import { operatingSystems } from '../../../api/contract/sidecar-systems.js';
import { ValidationResultError } from '../foundation/errors.js';
import { AssignmentRuleError, parseAssignmentRule } from './assignment-rule.js';
import type { SidecarDocuments } from './documents.js';
import { renderPreview } from './rendering.js';
import { TemplateError } from '../../../api/sidecar-template/template-error.js';

export type Problems = Readonly<Record<string, readonly string[]>>;

/** Matches characters that have a special meaning in shells or file names. */
const forbidden = /[;*?"<>|&]/;
const blank = (text: string | null | undefined): boolean => text === undefined || text === null || text.trim() === '';

class Found {
  readonly problems: Record<string, string[]> = {};

  add(field: string, text: string): void {
    (this.problems[field] ??= []).push(text);
  }
}

/** Checks a collector. @param id id of the collector that is changed; undefined for a new collector */
export function collectorProblems(body: CollectorBody, { collectors }: SidecarDocuments, id?: string): Problems {
  const found = new Found();
  const { name, node_operating_system: os, service_type: service, executable_path: path } = body;
  if (blank(name)) found.add('name', 'Collector name cannot be empty.');
  else if (!/^[A-Za-z0-9_.-]+$/.test(name ?? '')) {
    found.add('name', 'Collector name can only contain the following characters: A-Z,a-z,0-9,_,-,.');
  }
  if (blank(path)) found.add('executable_path', 'Collector binary path cannot be empty.');
  else if (forbidden.test(path ?? '')) {
    found.add('executable_path', 'Collector binary path cannot contain the following characters: ; * ? " < > | &');
  }
  const knownSystem = operatingSystems.some((one) => one === os);
  if (blank(os)) found.add('node_operating_system', 'Collector operating system cannot be empty.');
  else if (!knownSystem) {
    found.add('node_operating_system', 'Operating system can only be one of: linux, windows, darwin, freebsd.');
  }
  if (service !== 'exec' && service !== 'svc') {
    found.add('service_type', 'Collector service type does only support exec and svc.');
  } else if (service === 'svc' && knownSystem && os !== 'windows') {
    found.add('service_type', 'Windows service execution is only available on Windows.');
  }
  const twin = collectors.find((one) => one.id !== id && one.name === name && one.node_operating_system === os);
  if (twin) found.add('name', 'Collector name already exists for this operating system.');
  return found.problems;
}

/** Checks a configuration. @param id id of the configuration that is changed; undefined for a new configuration */
export function configurationProblems(body: ConfigurationBody, documents: SidecarDocuments, id?: string): Problems {
  const found = new Found();
  const { name, collector_id: collectorId, color, template, assignment_rule: rule } = body;
  if (blank(name)) found.add('name', 'Configuration name cannot be empty.');
  else if (forbidden.test(name ?? '')) {
    found.add('name', 'Configuration name cannot include the following characters: ; * ? " < > | &');
  }
  if (documents.configurations.find((one) => one.id !== id && one.name === name)) {
    found.add('name', `Configuration "${name}" already exists`);
  }
  if (blank(collectorId)) found.add('collector_id', 'Associated collector ID cannot be empty.');
  else if (!documents.collectors.get(collectorId ?? '')) found.add('collector_id', 'The collector does not exist.');
  if (blank(color)) found.add('color', 'Configuration color cannot be empty.');
  else if (!/^#[0-9A-Fa-f]{3,8}$/.test(color ?? '')) found.add('color', 'A color is written as #rrggbb.');
  if (blank(template)) found.add('template', 'Configuration template cannot be empty.');
  else {
    const problem = templateProblem(template ?? '', documents);
    if (problem !== undefined) found.add('template', `Template error: ${problem}`);
  }
  if (!blank(rule)) {
    try {
      parseAssignmentRule(rule ?? '');
    } catch (error) {
      if (!(error instanceof AssignmentRuleError)) throw error;
      found.add('assignment_rule', error.message);
    }
  }
  return found.problems;
}

/** Returns the reason why a template cannot be rendered with the values of a preview; undefined: it can be rendered. */
function templateProblem(template: string, documents: SidecarDocuments): string | undefined {
  try {
    renderPreview(template, documents);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

/** Checks a variable. @param id id of the variable that is changed; undefined for a new variable */
export function variableProblems(body: VariableBody, { variables }: SidecarDocuments, id?: string): Problems {
  const found = new Found();
  const { name, content } = body;
  if (blank(name)) found.add('name', 'Variable name can not be empty.');
  else if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name ?? '')) {
    found.add(
      'name',
      'Variable name can only contain the following characters: A-Z,a-z,0-9,_ and can not start with a number.',
    );
  }
  if (variables.find((one) => one.id !== id && one.name === name)) found.add('name', 'Variable already exists.');
  if (blank(content)) found.add('content', 'Variable content can not be empty.');
  return found.problems;
}

export const validationOf = (problems: Problems): SidecarValidation => ({
  failed: Object.keys(problems).length > 0,
  errors: Object.fromEntries(Object.entries(problems).map(([field, texts]) => [field, [...texts]])),
  error_context: {},
});

/** Refuses a request with problems. @throws ValidationResultError when there are any problems */
export function refuse(problems: Problems): void {
  if (Object.keys(problems).length > 0) throw new ValidationResultError(problems);
}
