/** Renders a page on which the user selects the type of a new authentication service (screens/administration.md A9). */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { BackendType } from '../../../api/queries/authentication.js';
import { knowsProvidersQuery } from '../../../api/queries/sign-in.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { Field } from '../../kit/field.js';
import { Select } from '../../kit/select.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { ServiceFrame } from './service-header.js';
import { routes } from './tabs.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  choice: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 360px) auto',
    justifyContent: 'start',
    alignItems: 'end',
    gap: '8px',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  note: { marginTop: '12px', color: tokens.text.secondary, ...type.body },
});

const all = Object.entries(texts.types)
  .map(([value, label]) => ({ value: value as BackendType, label }))
  .sort((one, other) => one.label.localeCompare(other.label));

export function CreatePage(): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  const { client } = useConnection();
  const { data: hasProviders } = useQuery(knowsProvidersQuery(client));
  const options = all.filter(({ value }) => value !== 'oidc' || hasProviders === true);
  const [chosen, setChosen] = useState<BackendType>();
  return (
    <ServiceFrame title={texts.creating.page} description={texts.creating.description}>
      <Section title={texts.creating.card} intro={texts.creating.cardText}>
        <div className={styles.choice}>
          <Field label={texts.creating.select}>
            <Select options={options} value={chosen} onChange={setChosen} placeholder={texts.creating.select} />
          </Field>
          <Button
            appearance="primary"
            disabled={chosen === undefined}
            onClick={() => chosen !== undefined && navigate(routes.createType(chosen))}
          >
            {texts.creating.start}
          </Button>
        </div>
        {hasProviders === false && <p className={styles.note}>{texts.creating.noProviders}</p>}
      </Section>
    </ServiceFrame>
  );
}
