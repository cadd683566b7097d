// The commands on the page name the address the page was opened at.
for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin
