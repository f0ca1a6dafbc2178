/**
 * Renders help beside the template: facts of a sidecar, variables of the server, a short reference of the template
 * language.
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { Tabs } from '../../kit/tabs.js';
import { tokens, type } from '../../kit/tokens.js';
import { formTexts } from './form-texts.js';
import { VariablesTab } from './variables-tab.js';

const words = formTexts.helper;

const useStyles = makeStyles({
  intro: { margin: '12px 0', color: tokens.text.secondary, ...type.body },
  list: { margin: 0 },
  term: { ...type.logSmall, overflowWrap: 'anywhere' },
  text: { margin: '0 0 10px', color: tokens.text.secondary, ...type.caption, overflowWrap: 'anywhere' },
});

export interface HelperTabsProps {
  /** Called when a variable was renamed, so that the open template can be updated. */
  readonly onRenamed: (rename: (template: string) => string) => void;
}

export function HelperTabs({ onRenamed }: HelperTabsProps): ReactNode {
  const styles = useStyles();
  const [tab, setTab] = useState<'runtime' | 'variables' | 'reference'>('runtime');
  return (
    <Tabs
      label={words.label}
      tabs={[
        { key: 'runtime', label: words.runtime },
        { key: 'variables', label: words.variables },
        { key: 'reference', label: words.reference },
      ]}
      active={tab}
      onChange={setTab}
    >
      {tab === 'variables' ? (
        <VariablesTab onRenamed={onRenamed} />
      ) : (
        <>
          {tab === 'runtime' && <p className={styles.intro}>{words.runtimeIntro}</p>}
          <Rows rows={tab === 'runtime' ? words.runtimeRows : words.referenceRows} />
        </>
      )}
    </Tabs>
  );
}

function Rows({ rows }: { readonly rows: readonly (readonly [code: string, text: string])[] }): ReactNode {
  const styles = useStyles();
  return (
    <dl className={styles.list}>
      {rows.map(([code, text]) => (
        <div key={code}>
          <dt className={styles.term}>{code}</dt>
          <dd className={styles.text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
