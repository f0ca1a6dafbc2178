/**
 * Parts of development builds only: the condition is a build-time constant, so that other builds do not contain them.
 */
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
