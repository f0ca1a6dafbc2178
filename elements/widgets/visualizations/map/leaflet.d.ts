/** Declares the map library's source module, so that unused parts are left out of the bundle. */
declare module 'leaflet/dist/leaflet-src.esm.js' {
  export * from 'leaflet';
}

/** The style sheet of Leaflet, which is imported as a text. */
declare module 'leaflet/dist/leaflet.css' {
  const text: string;
  export default text;
}
