/**
 * Renders a page in place of the page of a security plug-in, which lists the features that exist without the plug-in
 * (screens/administration.md C7).
 */
import type { ReactNode } from 'react';
import { useHasRoute } from '../../element/routes-context.js';
import { Alert } from '../../kit/alert.js';
import { Section } from '../../kit/detail-page/index.js';
import { Link } from '../../kit/link.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { FeatureList } from './feature-list.js';
import { texts } from './texts.js';

const { security: words } = texts;

export function SecurityPage(): ReactNode {
  const hasRoute = useHasRoute();
  return (
    <PageLayout>
      <PageHeader title={words.page} description={words.description} />
      <Alert>{words.absent}</Alert>
      <Section title={words.have} intro={words.haveIntro}>
        <FeatureList
          features={words.links
            .filter(([route]) => hasRoute(route))
            .map(([route, name, about]) => ({ key: route, name: <Link route={route}>{name}</Link>, about }))}
        />
      </Section>
    </PageLayout>
  );
}
