/** Exports the public interface of decorators, which are loaded on first use; wrap the components in `<Suspense>`. */
import { lazyPart } from '../kit/lazy-part.js';

/**
 * Section in the edit panel of a message table: its decorators, with a link to stream decorators for users who may edit
 * them. `decorators` are read once; `onChange` receives the whole list after each change.
 */
export const DecoratorsSidebar = lazyPart(() => import('./decorators-sidebar.js'), 'DecoratorsSidebar');

/** Dialog with the default decorators of new searches, for streams and for searches without a stream. */
export const DecoratorsDialog = lazyPart(() => import('./decorators-dialog.js'), 'DecoratorsDialog');
