/**
 * Defines the data adapter for the Ransomware Tracker of abuse.ch, which ended in 2019. Stored adapters of this type
 * can still be read; they report as their error that the service has ended.
 */
import { abuseChRansom } from '../../../../../api/lookup/adapters/threat-intelligence.js';
import { noFigures, type AdapterType } from '../../adapter.js';
import { emptyResult } from '../../result.js';

export const abuseChRansomType: AdapterType = {
  type: 'abuse-ch-ransom',
  make: () => ({ error: abuseChRansom.deprecated, figures: noFigures, lookup: () => emptyResult }),
};
