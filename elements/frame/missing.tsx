import { useEffect, type ReactNode } from 'react';
import { ElementFailure } from '../element/element-failure.js';
import { useHostElement } from '../element/host-context.js';
import type { MissingValue } from '../element/plan.js';
import { EmptyState } from '../kit/empty-state.js';
import { WarningIcon } from '../kit/icons.js';

/** Notice in place of the content of an element that lacks a required value, such as the id of a dashboard. */
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
