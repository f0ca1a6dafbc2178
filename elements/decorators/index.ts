/** The public face of decorators, loaded at first need; wrap them in `<Suspense>`. */
import { lazyPart } from '../kit/lazy-part.js';

/**
 * A part of a message table's edit panel: its decorators, with the way to those of streams for whoever may edit them.
 * `decorators` are read once, `onChange` tells the whole list after each change.
 */
export const DecoratorsSidebar = lazyPart(() => import('./decorators-sidebar.js'), 'DecoratorsSidebar');

/** Default decorators of new searches: those of streams and of searches without stream. */
export const DecoratorsDialog = lazyPart(() => import('./decorators-dialog.js'), 'DecoratorsDialog');
