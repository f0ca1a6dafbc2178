/** Contains the texts of the world map. */
export const mapTexts = {
  mapLabel: (title: string, places: number) =>
    `${title}: ${places} ${places === 1 ? 'place' : 'places'} on a world map`,
  mapKeys: 'Arrow keys move the map, plus and minus zoom.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  wholeWorld: 'Show everything',
  noPlaces: 'No value of the last row grouping is a place (latitude,longitude).',
  coordinates: 'Coordinates',
} as const;
