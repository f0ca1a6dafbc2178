/**
 * Contains the texts of the menus of fields and values, and of the widgets created from them. Texts quoted by spec 2 §2
 * are exact.
 */
export const menuTexts = {
  actions: 'Actions',
  action: {
    chart: 'Chart',
    showTopValues: 'Show top values',
    statistics: 'Statistics',
    addToTable: 'Add to table',
    removeFromTable: 'Remove from table',
    addToAllTables: 'Add to all tables',
    removeFromAllTables: 'Remove from all tables',
    copyFieldName: 'Copy field name to clipboard',
    excludeFromResults: 'Exclude from results',
    addToQuery: 'Add to query',
    traceMessages: 'Messages of this trace',
    spanMessages: 'Messages of this span',
    compareValue: 'What is different with this value?',
    showDocuments: 'Show documents for value',
    createExtractor: 'Create extractor',
    highlightValue: 'Highlight this value',
    copyValue: 'Copy value to clipboard',
    createEventDefinition: 'Create event definition',
    addMark: 'Add mark at this time',
    openDashboard: 'Open a dashboard with this value',
  },
  leftOut: 'No search finds this field: its index has as many fields as it takes.',
  messagesFor: (query: string) => `Messages for ${query}`,
  fieldStatistics: (field: string) => `Field Statistics for ${field}`,
  topValues: (field: string) => `Top values of ${field}`,
} as const;
