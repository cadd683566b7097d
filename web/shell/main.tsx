import '../ui/ui.css'
import './shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, readAhead } from '../api/queries.ts'
import { loadDialogs } from '../ui/dialog.tsx'
import { Toasts } from '../ui/toast.tsx'
import { Door } from './door.tsx'
import { makeRouter } from './routes.tsx'
import { Settings } from './settings.tsx'

const place = document.getElementById('portal')
if (!place) throw new Error('The page has no place for the portal.')
const router = makeRouter()
if (!('visitor' in document.documentElement.dataset)) {
  // The door asks again if this fails, and tells why.
  readAhead('GET /session')
    .then(() => readAhead('GET /me/preferences'))
    .catch(() => undefined)
  // The room is loaded while the session is asked for, so that the screen is drawn together with its frame.
  void router.load()
}
// Whoever touches the page may soon open a dialog. It tells by itself if it cannot be loaded then.
for (const event of ['pointerdown', 'keydown'])
  window.addEventListener(event, () => setTimeout(() => loadDialogs().catch(() => undefined), 1_000), {
    once: true,
  })
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Door>
        <Settings />
        <RouterProvider router={router} />
      </Door>
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)
