/** Declares the map library's source module, so that unused parts are left out of the bundle. */
declare module 'leaflet/dist/leaflet-src.esm.js' {
  export * from 'leaflet';
}

/** Style sheet of Leaflet as text. */
declare module 'leaflet/dist/leaflet.css' {
  const text: string;
  export default text;
}
