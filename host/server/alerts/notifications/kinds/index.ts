/** Lists every kind of notification that the server sends. */
import type { NotificationKind } from '../kind.js';
import { pagerDuty, slack, teams } from './chat.js';
import { email } from './email.js';
import { customHttp, http } from './http.js';
import { legacy } from './legacy.js';

const kinds: readonly NotificationKind[] = [email, http, customHttp, legacy, slack, teams, pagerDuty];
const kindsByType: ReadonlyMap<string, NotificationKind> = new Map(kinds.map((kind) => [kind.type, kind]));

/** Returns the kind of notification of a type; undefined: the server does not know the type. */
export const kindOf = (type: string): NotificationKind | undefined => kindsByType.get(type);
