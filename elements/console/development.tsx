/**
 * Contains the badge of development builds; undefined in other builds, which do not contain its code because the
 * condition is a build-time constant.
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
