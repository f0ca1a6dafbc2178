// An intranet that shows an alert its own way.
const opened = document.getElementById('opened');

document.querySelector('log-alerts').addEventListener('log-alert-open', (event) => {
  event.preventDefault();
  opened.textContent = `The alert ${event.detail.id} was chosen.`;
});
