// A screen without a keyboard: all settings come from the address, such as tv.html?dashboard=ID&timezone=Europe/Berlin
const parameters = new URLSearchParams(location.search);
const display = document.querySelector('log-tv');
const attributes = {
  dashboard: 'view-id',
  interval: 'interval',
  refresh: 'refresh',
  tabs: 'tabs',
  theme: 'theme',
  timezone: 'timezone',
};
for (const [parameter, attribute] of Object.entries(attributes)) {
  const value = parameters.get(parameter);
  if (value) display.setAttribute(attribute, value);
}
