/** Renders configuration templates for a node, or with the values of a preview. */
import type { SidecarDocuments } from './documents.js';
import type { Value } from './template/built-ins.js';
import { parseTemplate, type Template } from '../../../api/sidecar-template/parse.js';
import { renderTemplate } from './template/render.js';

/** Variables of a template that describe a node. */
export interface RenderedNode {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly version: string;
  readonly operatingSystem: string;
  readonly tags: readonly string[];
  /** Directory in which the agent stores configurations; null: the agent has not reported it. */
  readonly directory: string | null;
}

/** Parsed templates by their texts, cached because a template is rendered for many nodes. */
const parsed = new Map<string, Template>();
const mostParsed = 200;

/** Parses a template, or returns its cached form. @throws TemplateError when it is invalid */
function parsedTemplate(source: string): Template {
  const known = parsed.get(source);
  if (known) return known;
  const template = parseTemplate(source);
  if (parsed.size >= mostParsed) parsed.delete(parsed.keys().next().value ?? '');
  parsed.set(source, template);
  return template;
}

const userValues = ({ variables }: Pick<SidecarDocuments, 'variables'>): Value =>
  Object.fromEntries(variables.all().map(({ name, content }) => [name, content]));

/** Renders a template for a node. @throws TemplateError when the template is invalid or cannot be rendered */
export function renderForNode(
  source: string,
  documents: Pick<SidecarDocuments, 'variables'>,
  node: RenderedNode,
  configurationId: string,
): string {
  const separator = node.operatingSystem.toLowerCase() === 'windows' ? '\\' : '/';
  const sidecar = {
    nodeId: node.nodeId,
    nodeName: node.nodeName,
    sidecarVersion: node.version,
    operatingSystem: node.operatingSystem,
    tags: Object.fromEntries(node.tags.map((tag) => [tag, true])),
    ...(node.directory !== null && { spoolDir: `${node.directory}${separator}${configurationId}` }),
  };
  return renderTemplate(source, parsedTemplate(source), { sidecar, user: userValues(documents) });
}

const previewValues = {
  nodeId: '<node id>',
  nodeName: '<node name>',
  sidecarVersion: '<version>',
  operatingSystem: '<operating system>',
  spoolDir: '<sidecar spool directory>',
  tags: {},
};

/** Renders a template with example values. @throws TemplateError when the template is invalid or cannot be rendered */
export function renderPreview(source: string, documents: Pick<SidecarDocuments, 'variables'>): string {
  return renderTemplate(source, parsedTemplate(source), { sidecar: previewValues, user: userValues(documents) });
}
