/** Texts of the menus of fields and values, and of the widgets that they make. Those of spec 2 (§2) are exact. */
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
    showDocuments: 'Show documents for value',
    createExtractor: 'Create extractor',
    highlightValue: 'Highlight this value',
    copyValue: 'Copy value to clipboard',
    createEventDefinition: 'Create event definition',
  },
  messagesFor: (query: string) => `Messages for ${query}`,
  fieldStatistics: (field: string) => `Field Statistics for ${field}`,
  topValues: (field: string) => `Top values of ${field}`,
} as const;
