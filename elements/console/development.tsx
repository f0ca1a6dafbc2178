/** What only a build for development has: the condition is known when it is built, so that of others not even a chunk is left. */
import { lazy, Suspense } from 'react';

const Badge =
  process.env.NODE_ENV === 'development'
    ? lazy(() => import('./development-badge.js').then((module) => ({ default: module.DevelopmentBadge })))
    : undefined;

export const DevelopmentBadge =
  Badge &&
  (() => (
    <Suspense>
      <Badge />
    </Suspense>
  ));
