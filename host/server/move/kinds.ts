import {
  configKind,
  decoratorKind,
  definitionKind,
  grokKind,
  notificationKind,
  roleKind,
  userKind,
  viewKind,
} from './content-kinds.js';
import { extractorKind, indexSetKind, inputKind, outputKind, streamKind } from './intake-kinds.js';
import type { Kind } from './kind.js';
import { shareKind } from './share-kind.js';

/**
 * Kinds in the order of moving: entities come before the entities that refer to them. Configurations come first,
 * because the URL whitelist must exist before entities with addresses are created.
 */
export const kinds: readonly Kind[] = [
  configKind,
  grokKind,
  indexSetKind,
  inputKind,
  extractorKind,
  outputKind,
  streamKind,
  notificationKind,
  viewKind,
  definitionKind,
  decoratorKind,
  roleKind,
  userKind,
  shareKind,
];

/** Text about data that the API does not export, or that belongs to one server only. */
export const notMoved =
  'Not moved: messages, events and states of alerts, passwords and tokens, authentication services, personal settings (preferences, favourites), silences, the mail server, alarm callbacks, lookup tables, pipelines, content packs, sidecars. Created entities also belong to the owner of the token.';
