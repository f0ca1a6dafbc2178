/**
 * Assigns errors of the server that name no field to fields of the form (contract dashboards-sharing-alerts
 * EVENT DEFINITION VALIDATION).
 */
import { BadRequest, reasonOf, type ApiFailure } from '../../../api/failures.js';
import { fieldErrorsOf } from '../../../api/field-errors.js';

const ofConditions = [
  'org.graylog.events.conditions.Expression',
  'org.graylog.events.conditions.Expr',
  'org.graylog.events.processor.aggregation.AggregationSeries',
];

function fieldOf(message: string): string | undefined {
  if (ofConditions.some((name) => message.includes(name))) return 'conditions';
  return message.includes('embryonic') ? 'query_parameters' : undefined;
}

const placed = ({ method, url, status, serverMessage, cause }: ApiFailure, field: string, text: string): BadRequest =>
  new BadRequest({
    method,
    url,
    status,
    serverMessage,
    cause,
    body: JSON.stringify({ failed: true, errors: { [field]: [text] } }),
  });

/** Returns the failure with its message assigned to the field that the message names; else the unchanged failure. */
export function placedFailure(error: unknown): unknown {
  if (!(error instanceof BadRequest) || fieldErrorsOf(error)) return error;
  const text = reasonOf(error);
  const field = fieldOf(text);
  return field === undefined ? error : placed(error, field, text);
}
