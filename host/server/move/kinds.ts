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

/** What is named comes before what names it; configurations first, because of the URL allow-list. */
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
];

/** Neither server tells it, or it is not of this. */
export const notMoved =
  'Not moved: messages, passwords and tokens, shares and owners (all belongs to the owner of the token), authentication services, lookup tables, pipelines, content packs, sidecars.';
