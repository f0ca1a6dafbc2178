/**
 * Renders a page that shows whether a license is installed and which features need a license (screens/administration.md
 * C7).
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { licenseQuery } from '../../../api/queries/license.js';
import { systemQuery } from '../../../api/queries/system.js';
import { useConnection } from '../../element/connection-context.js';
import { CopyButton } from '../../kit/copy-button.js';
import { Columns, Details, Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Link } from '../../kit/link.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { tokens, type } from '../../kit/tokens.js';
import { FeatureList } from './feature-list.js';
import { texts } from './texts.js';

const { enterprise: words } = texts;

const useStyles = makeStyles({
  id: { display: 'flex', alignItems: 'center', gap: '6px', ...type.logSmall },
  help: { ...type.caption, color: tokens.text.tertiary },
});

export function EnterprisePage(): ReactNode {
  return (
    <PageLayout>
      <PageHeader title={words.page} description={words.description} />
      <Columns
        left={
          <>
            <License />
            <Section title={words.security} intro={words.securityIntro}>
              <Link route="/security">{words.securityLink}</Link>
            </Section>
          </>
        }
        right={
          <Section title={words.edition} intro={words.editionIntro}>
            <FeatureList features={words.features.map(([name, about]) => ({ key: name, name, about }))} />
          </Section>
        }
      />
    </PageLayout>
  );
}

function License(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const license = useQuery(licenseQuery(client));
  const cluster = useQuery(systemQuery(client)).data?.cluster_id.toUpperCase();
  return (
    <Section title={words.license}>
      {license.data ? (
        <Details
          rows={[
            [words.state, license.data === 'installed' ? words.installed : words.absent],
            [
              words.cluster,
              cluster && (
                <>
                  <span className={styles.id}>
                    {cluster}
                    <CopyButton label={words.copyCluster} text={cluster} />
                  </span>
                  <span className={styles.help}>{words.clusterHelp}</span>
                </>
              ),
            ],
          ]}
        />
      ) : license.error ? (
        <ErrorPanel title={words.failed} errors={[reasonOf(license.error)]} onRetry={() => void license.refetch()} />
      ) : (
        <Loading />
      )}
    </Section>
  );
}
