/** Renders the content of a plug-in's page: the element that the plug-in has registered for the route. */
import { useMemo, type ReactNode } from 'react';
import { PageLayout } from '../kit/page-layout.js';
import type { PageProps } from '../kit/pages.js';
import { PluginElement } from '../kit/plugins/plugin-element.js';
import type { Registered } from '../kit/plugins/slots.js';

export interface PluginPageProps extends PageProps {
  readonly part: Registered<'routes'>;
}

export function PluginPage({ part, params, search = '' }: PluginPageProps): ReactNode {
  const properties = useMemo(() => ({ params, search }), [params, search]);
  return (
    <PageLayout>
      <PluginElement plugin={part.plugin} tag={part.element} properties={properties} />
    </PageLayout>
  );
}
