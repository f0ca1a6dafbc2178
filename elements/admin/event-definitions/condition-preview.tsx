/** Renders the preview of the edited condition: its test on the messages of the last day. */
import { makeStyles } from '@griffel/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { EventDefinition, EventDefinitionBody } from '../../../api/contract/event-definitions.js';
import { allows } from '../../../api/permissions.js';
import { keepsAlertStatesQuery } from '../../../api/queries/alerts.js';
import { definitionTestQuery } from '../../../api/queries/event-definitions.js';
import {
  bodyOf,
  conditionFaultsOf,
  newDefinition,
  type DefinitionValues,
} from '../../../machines/event-condition/definition-values.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { Section } from '../../kit/detail-page/index.js';
import { Loading } from '../../kit/loading.js';
import { tokens, type } from '../../kit/tokens.js';
import { useDebounced } from '../../kit/use-debounced.js';
import { ConditionChart } from './condition-chart.js';
import { formTexts } from './form-texts.js';
import { TestFailure } from './test-failure.js';

const words = formTexts.test;

/** Milliseconds between the last change of the condition and the update of the preview. */
const delayMs = 600;
const dayS = 86_400;

const useStyles = makeStyles({ note: { color: tokens.text.secondary, ...type.body } });

export interface ConditionPreviewProps {
  readonly values: DefinitionValues;
  readonly stored: EventDefinition | undefined;
}

/**
 * Returns the event definition that is tested. It contains only the values of the condition, so that missing values in
 * other steps of the wizard do not matter.
 */
function previewedBody(values: DefinitionValues, stored: EventDefinition | undefined): EventDefinitionBody {
  const { type, mode, query, query_parameters, streams, group_by, conditions } = values;
  const { search_within_ms, execute_every_ms, by_receive_time, event_limit } = values;
  const condition = { type, mode, query, query_parameters, streams, group_by, conditions };
  const run = { search_within_ms, execute_every_ms, by_receive_time, event_limit };
  const only = { ...newDefinition, ...condition, ...run, title: words.preview };
  return { ...bodyOf(only, undefined), ...(stored && { id: stored.id }) };
}

export function ConditionPreview({ values, stored }: ConditionPreviewProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const granted = useCurrentUser()?.permissions ?? [];
  const isComplete =
    Object.values(conditionFaultsOf(values)).every((fault) => fault === undefined) &&
    values.query_parameters.every(({ embryonic }) => !embryonic);
  const mayReadAll = values.streams.length > 0 || allows(granted, 'streams:read');
  /**
   * The tested definition as JSON, once the values have not changed for `delayMs`; empty if the condition is
   * incomplete.
   */
  const settled = useDebounced(isComplete ? JSON.stringify(previewedBody(values, stored)) : '', delayMs);
  // Cast: this component has serialised the text from an `EventDefinitionBody`.
  const body = (settled === '' ? {} : JSON.parse(settled)) as EventDefinitionBody;
  const { data: tests = true } = useQuery(keepsAlertStatesQuery(client));
  const { data, error, isFetching, refetch } = useQuery({
    ...definitionTestQuery(client, { definition: body, timerange: { type: 'relative', from: dayS } }),
    enabled: tests && isComplete && mayReadAll && settled !== '',
    placeholderData: keepPreviousData,
  });
  const noteOf = (text: string): ReactNode => <p className={styles.note}>{text}</p>;
  return (
    <Section title={words.preview} intro={words.previewHelp}>
      {!tests || data === null ? (
        noteOf(words.missing)
      ) : !mayReadAll ? (
        noteOf(words.allStreamsDenied)
      ) : !isComplete ? (
        noteOf(words.incomplete)
      ) : error && !isFetching ? (
        <TestFailure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading />
      ) : (
        <ConditionChart test={data} busy={isFetching} />
      )}
    </Section>
  );
}
