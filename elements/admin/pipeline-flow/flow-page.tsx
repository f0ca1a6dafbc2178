/** Renders the page of the message flow from inputs to index sets and outputs, as diagram or table. */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useFactTable } from '../../kit/fact-table.js';
import { CheckIcon, WarningIcon } from '../../kit/icons.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Tabs } from '../../kit/tabs.js';
import { tokens, type } from '../../kit/tokens.js';
import { OrderAlert, partTexts, pipelineTabs, rateText } from '../pipeline-parts/index.js';
import { FlowPicture } from './flow-picture.js';
import { texts } from './texts.js';
import { useFlow, type Flow } from './use-flow.js';

type View = keyof typeof texts.views;
const views = Object.keys(texts.views) as View[];

const useStyles = makeStyles({
  card: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '12px',
    padding: '16px',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
  },
  views: { justifySelf: 'start' },
  facts: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', ...type.body },
  warning: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    color: tokens.status.warning.text,
    fontWeight: 600,
  },
  fine: { display: 'inline-flex', alignItems: 'center', gap: '6px', color: tokens.text.secondary },
});

export function FlowPage(): ReactNode {
  const styles = useStyles();
  const [view, setView] = useState<View>('picture');
  const flow = useFlow();
  const dead = flow.boxes.filter(({ isDead }) => isDead).length;
  return (
    <PageLayout>
      <PageTabs tabs={pipelineTabs('flow')} />
      <PageHeader title={texts.page} description={texts.description} />
      <OrderAlert />
      {flow.loading && !flow.error && <Loading />}
      {flow.error !== undefined && (
        <ErrorPanel title={texts.failed} errors={[reasonOf(flow.error)]} onRetry={flow.retry} />
      )}
      {flow.isComplete && (
        <div className={styles.card}>
          <div className={styles.facts}>
            {dead > 0 ? (
              <span className={styles.warning}>
                <WarningIcon />
                {texts.deadEnds(dead)}
              </span>
            ) : (
              flow.knowsRouting && (
                <span className={styles.fine}>
                  <CheckIcon />
                  {texts.noDeadEnds}
                </span>
              )
            )}
          </div>
          <Tabs
            label={texts.view}
            kind="segments"
            tabs={views.map((key) => ({ key, label: texts.views[key] }))}
            active={view}
            onChange={setView}
            className={styles.views}
          >
            {view === 'picture' ? <FlowPicture flow={flow} /> : <FlowTable flow={flow} />}
          </Tabs>
        </div>
      )}
    </PageLayout>
  );
}

function FlowTable({ flow: { boxes, links } }: { readonly flow: Flow }): ReactNode {
  const table = useFactTable();
  const titleOf = (id: string): string => boxes.find((box) => box.id === id)?.title ?? id;
  return (
    <table className={table} aria-label={texts.page}>
      <thead>
        <tr>
          <th>{texts.from}</th>
          <th>{texts.to}</th>
          <th>{texts.rate}</th>
        </tr>
      </thead>
      <tbody>
        {links.map(({ from, to, rate }) => (
          <tr key={`${from} ${to}`}>
            <td>{titleOf(from)}</td>
            <td>{titleOf(to)}</td>
            <td>{rate === undefined ? texts.noRate : partTexts.rate(rateText(rate))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
