import type { ContentPack } from '../../../../api/contract/content-packs.schema.js';

export const starterPacks: readonly ContentPack[] = [];
