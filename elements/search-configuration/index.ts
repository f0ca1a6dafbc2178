/** Exports the dialog of the administrator's search settings, which is loaded on first use; wrap it in `<Float>`. */
import { lazyPart } from '../kit/lazy-part.js';

export const SearchesConfigDialog = lazyPart(() => import('./searches-config-dialog.js'), 'SearchesConfigDialog');
