/** Lists the starter packs of the product; each was tested with real log lines of its kind. */
import type { ContentPack } from '../../../../api/contract/content-packs.schema.js';
import { cisco } from './cisco.js';
import { docker } from './docker.js';
import { fortigate } from './fortigate.js';
import { kubernetes } from './kubernetes.js';
import { linux } from './linux.js';
import { openssh } from './openssh.js';
import { pfsense } from './pfsense.js';
import { web } from './web.js';
import { windows } from './windows.js';

export const starterPacks: readonly ContentPack[] = [
  linux,
  openssh,
  web,
  docker,
  kubernetes,
  windows,
  pfsense,
  cisco,
  fortigate,
];
