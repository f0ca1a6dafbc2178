/**
 * Contains the theme's tokens for logged content: levels, code and charts. The sign-in page shows no content, so it
 * loads neither these tokens nor their values: this module adds the values to the style sheet of the elements.
 */
import { declareTheme } from '../element/theme/sheets.js';
import { contentDeclarations } from '../element/theme/content-tokens.gen.js';
import { group } from './tokens.js';

const level = (name: string) => group(`level-${name}`, ['graphic', 'text', 'background']);

declareTheme(contentDeclarations);

export const contentTokens = {
  level: {
    emergency: level('emergency'),
    alert: level('alert'),
    critical: level('critical'),
    error: level('error'),
    warning: level('warning'),
    notice: level('notice'),
    informational: level('informational'),
    debug: level('debug'),
    unknown: level('unknown'),
  },
  syntax: group('syntax', [
    'field',
    'operator',
    'string',
    'number',
    'wildcard',
    'comment',
    'keyword',
    'function',
    'variable',
    'punctuation',
  ]),
  chart: {
    ...group('chart', [
      'grid',
      'axisLine',
      'axisLabel',
      'crosshair',
      'brush',
      'alertsSeries',
      'emptyCell',
      'mapLand',
      'mapBorder',
      'mapWater',
      'reference',
      'trendGood',
      'trendBad',
      'trendNeutral',
    ]),
    tooltip: group('chart-tooltip', ['background', 'border', 'text']),
  },
} as const;
