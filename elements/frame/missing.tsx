import { useEffect, type ReactNode } from 'react';
import { ElementFailure } from '../element/element-failure.js';
import { useHostElement } from '../element/host-context.js';
import type { MissingValue } from '../element/plan.js';
import { EmptyState } from '../kit/empty-state.js';
import { WarningIcon } from '../kit/icons.js';

/** Shown in place of an element that lacks a value without which it has nothing to show. */
export function Missing({ title, help }: MissingValue): ReactNode {
  const { health } = useHostElement();
  const said = help ?? title;
  useEffect(() => {
    health.fails(new ElementFailure('bad-value', said), 'missing');
    return () => health.works('missing');
  }, [health, said]);
  return (
    <EmptyState icon={<WarningIcon />} title={title}>
      {help}
    </EmptyState>
  );
}
