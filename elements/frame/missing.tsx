import { useEffect, type ReactNode } from 'react';
import { ElementFailure } from '../element/element-failure.js';
import { useHostElement } from '../element/host-context.js';
import type { MissingValue } from '../element/plan.js';
import { EmptyState } from '../kit/empty-state.js';
import { WarningIcon } from '../kit/icons.js';

/**
 * Renders a notice in place of the content of an element that lacks a required value, such as the id of a dashboard.
 * The help is meant for the developer of the page, so it goes to `log-error` and to the browser's console, and viewers
 * do not see it.
 */
export function Missing({ title, help }: MissingValue): ReactNode {
  const { health, element } = useHostElement();
  const said = help ?? title;
  useEffect(() => {
    health.fails(new ElementFailure('bad-value', said), 'missing');
    console.warn(`<${element.localName}> ${said}`);
    return () => health.works('missing');
  }, [health, element, said]);
  return <EmptyState icon={<WarningIcon />} title={title} />;
}
