/**
 * Renders a page for an address that no plug-in has registered (spec 1 §2); it lists the plug-ins that failed to load.
 */
import type { ReactNode } from 'react';
import { Button } from '../kit/button.js';
import { SearchIcon } from '../kit/icons.js';
import { usePluginFailures } from '../kit/plugins/slots.js';
import { pluginTexts } from '../kit/plugins/texts.js';
import type { Router } from './router.js';
import { StatusPage } from './status-page.js';
import { laterTexts } from './later-texts.js';
import { TitledPage } from './titled-page.js';

const unknown = { path: '', title: pluginTexts.noRoute };

export function MissingPluginRoute({ router }: { readonly router: Router }): ReactNode {
  const failures = usePluginFailures();
  return (
    <TitledPage page={unknown} pages={[]} path="">
      <StatusPage title={pluginTexts.noRoute} icon={<SearchIcon />}>
        <p>{pluginTexts.noRouteHelp}</p>
        {failures.map(({ plugin, reason, partly }, index) => (
          <p key={index}>{(partly ? pluginTexts.partly : pluginTexts.notLoaded)(plugin, reason)}</p>
        ))}
        <div>
          <Button onClick={() => router.navigate('/search')}>{laterTexts.notFound.action}</Button>
        </div>
      </StatusPage>
    </TitledPage>
  );
}
