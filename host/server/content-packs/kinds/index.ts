/** Lists the entity types of content packs in the order of installation: entities on which others depend come first. */
import type { ContentKind } from '../kind.js';
import { eventDefinitionKind } from './event-definition.js';
import { grokPatternKind } from './grok-pattern.js';
import { inputKind } from './input.js';
import { adapterKind, cacheKind, tableKind } from './lookup.js';
import { notificationKind } from './notification.js';
import { outputKind } from './output.js';
import { pipelineKind, ruleKind } from './pipeline.js';
import { collectorKind, configurationKind } from './sidecar.js';
import { streamTitleKind } from './stream-title.js';
import { streamKind } from './stream.js';
import { urlEntryKind } from './url-entry.js';
import { dashboardKind, searchKind } from './view.js';

export const contentKinds: readonly ContentKind[] = [
  urlEntryKind,
  grokPatternKind,
  adapterKind,
  cacheKind,
  tableKind,
  outputKind,
  inputKind,
  streamTitleKind,
  streamKind,
  ruleKind,
  pipelineKind,
  notificationKind,
  dashboardKind,
  searchKind,
  eventDefinitionKind,
  collectorKind,
  configurationKind,
];

const byType = new Map(contentKinds.map((kind) => [kind.type, kind]));

/** Older versions of a type that are converted when they are read. */
const olderVersions: Readonly<Record<string, readonly string[]>> = { dashboard: ['1'] };

/** Returns the kind of a type; undefined: this server does not support the type in this version. */
export function contentKind(type: string, version: string): ContentKind | undefined {
  const kind = byType.get(type);
  if (!kind) return undefined;
  return kind.version === version || olderVersions[type]?.includes(version) ? kind : undefined;
}

/** Kinds whose entities are listed in the catalogue; a reference to a stream is no entity. */
export const exportedKinds = contentKinds.filter((kind) => kind !== streamTitleKind);
