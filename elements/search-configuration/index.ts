/** The public face of the administrator's settings of searching, loaded at first need; wrap it in `<Float>`. */
import { lazyPart } from '../kit/lazy-part.js';

export const SearchesConfigDialog = lazyPart(() => import('./searches-config-dialog.js'), 'SearchesConfigDialog');
