/** The public face of decorators, loaded at first need; wrap them in `<Suspense>`. */
import { lazyPart } from '../kit/lazy-part.js';

/**
 * Part of the edit panel of a message table: its decorators, with a link to those of streams for users who may edit them. `decorators`
 * are read once; `onChange` gets the whole list after each change.
 */
export const DecoratorsSidebar = lazyPart(() => import('./decorators-sidebar.js'), 'DecoratorsSidebar');

/** Default decorators of new searches: those of streams and of searches without stream. */
export const DecoratorsDialog = lazyPart(() => import('./decorators-dialog.js'), 'DecoratorsDialog');
