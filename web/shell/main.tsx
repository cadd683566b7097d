import '../ui/ui.css'
import './shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, readAhead } from '../api/queries.ts'
import { Toasts } from '../ui/toast.tsx'
import { Door } from './door.tsx'
import { makeRouter, preloadRoom } from './routes.tsx'
import { Settings } from './settings.tsx'

const place = document.getElementById('portal')
if (!place) throw new Error('The page has no place for the portal.')
if (!('visitor' in document.documentElement.dataset)) {
  preloadRoom(window.location.pathname)
  // The door asks again if this fails, and tells why.
  readAhead('GET /session')
    .then(() => readAhead('GET /me/preferences'))
    .catch(() => undefined)
}
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Door>
        <Settings />
        <RouterProvider router={makeRouter()} />
      </Door>
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)
