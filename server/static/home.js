// The commands on the page use the address of the page.
for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin
