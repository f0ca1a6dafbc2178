/** Renders a section with the default decorators of searches, for each stream and for searches without a stream. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { orderedFields, shownValue } from '../../../api/contract/config-fields.js';
import type { Decorator } from '../../../api/contract/searches.js';
import { decoratorsQuery, decoratorTypesQuery } from '../../../api/queries/decorators.js';
import { streamOptions, streamsQuery } from '../../../api/queries/streams.js';
import { decoratorsOfStream } from '../../../machines/decorator-difference.js';
import { DecoratorsDialog } from '../../decorators/index.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Field } from '../../kit/field.js';
import { Select } from '../../kit/select.js';
import { tokens, type } from '../../kit/tokens.js';
import { StoredSection } from './stored-section.js';
import { texts } from './texts.js';

const { decorators: words } = texts;
/** Value of the option for searches without a stream. */
const noStream = '';

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  stream: { maxWidth: '360px' },
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none', counterReset: 'place' },
  item: { paddingTop: '8px', borderTop: `1px solid ${tokens.border.divider}` },
  name: { ...type.cardTitle },
  facts: { color: tokens.text.secondary, ...type.caption, overflowWrap: 'anywhere' },
});

export function DecoratorsSection(): ReactNode {
  const { client } = useConnection();
  return (
    <StoredSection
      heading={words.heading}
      intro={words.intro}
      mayEdit={usePermission('decorators:edit')}
      stored={useQuery(decoratorsQuery(client))}
      summary={(decorators) => <OfStream decorators={decorators} />}
      dialog={(_, onClose) => <DecoratorsDialog onClose={onClose} />}
    />
  );
}

function OfStream({ decorators }: { readonly decorators: readonly Decorator[] }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { data: types = {} } = useQuery(decoratorTypesQuery(client));
  const streams = useQuery({ ...streamsQuery(client), select: streamOptions });
  const [chosen, setChosen] = useState(noStream);
  const options = useMemo(
    () => [
      { value: noStream, label: words.defaultStream },
      ...(streams.data ?? []).map(({ id, title }) => ({ value: id, label: title })),
    ],
    [streams.data],
  );
  const listed = decoratorsOfStream(decorators, chosen === noStream ? null : chosen);
  return (
    <div className={styles.root}>
      <div className={styles.stream}>
        <Field label={words.stream}>
          <Select options={options} value={chosen} onChange={setChosen} />
        </Field>
      </div>
      {listed.length === 0 ? (
        <Alert>{words.none}</Alert>
      ) : (
        <ol className={styles.list} aria-label={words.list}>
          {listed.map((decorator, index) => {
            const kind = types[decorator.type];
            const facts = orderedFields(kind?.requested_configuration ?? {})
              .filter(([key]) => decorator.config[key] !== undefined)
              .map(([key, field]) => `${field.human_name}: ${shownValue(field, decorator.config[key])}`);
            return (
              <li key={decorator.id ?? index} className={styles.item}>
                <p className={styles.name}>{`${index + 1}. ${kind?.human_name || kind?.name || words.unknown}`}</p>
                {facts.length > 0 && <p className={styles.facts}>{facts.join(' · ')}</p>}
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
